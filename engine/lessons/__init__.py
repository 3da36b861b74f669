"""Lessons: positions of a game with captions and questions; answers are judged by the game's rules."""

from engine.lessons.files import lessons_of, load, loads
from engine.lessons.format import Answer, Ask, Lesson, LessonError, Offer, Page, Position, Quiz, Show
from engine.lessons.judging import Stand, Verdict, answers, judge, position

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
    "answers",
    "judge",
    "lessons_of",
    "load",
    "loads",
    "position",
]
