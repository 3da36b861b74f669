"""Lessons: positions of a game with captions and questions; answers are judged by the game's rules."""

from engine.lessons.continuing import can_continue, continue_from, leads_on
from engine.lessons.files import lessons_of, load, load_lessons
from engine.lessons.format import Answer, Ask, Lesson, LessonError, Offer, Page, Position, Quiz, Show
from engine.lessons.judging import NO_ANSWERS, Answers, Stand, Verdict, find_solution, judge, list_answers, play_to_page

__all__ = [
    "NO_ANSWERS",
    "Answer",
    "Answers",
    "Ask",
    "Lesson",
    "LessonError",
    "Offer",
    "Page",
    "Position",
    "Quiz",
    "Show",
    "Stand",
    "Verdict",
    "can_continue",
    "continue_from",
    "find_solution",
    "judge",
    "leads_on",
    "lessons_of",
    "list_answers",
    "load",
    "load_lessons",
    "play_to_page",
]
