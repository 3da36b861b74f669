"""Lessons: positions of a game with captions and questions; answers are judged by the game's rules."""

from engine.lessons.files import lessons_of, load, load_lessons
from engine.lessons.format import Answer, Ask, Lesson, LessonError, Offer, Page, Position, Quiz, Show
from engine.lessons.judging import Stand, Verdict, judge, list_answers, play_to_page

__all__ = [
    "Answer",
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
    "judge",
    "lessons_of",
    "list_answers",
    "load",
    "load_lessons",
    "play_to_page",
]
