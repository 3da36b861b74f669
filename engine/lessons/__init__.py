"""Lessons: positions of the real engine with captions and questions, judged by the rules themselves."""

from engine.lessons.files import Answer, Ask, Lesson, LessonError, Page, Position, Quiz, Show, load, loads
from engine.lessons.judging import Stand, Verdict, judge, position

__all__ = [
    "Answer",
    "Ask",
    "Lesson",
    "LessonError",
    "Page",
    "Position",
    "Quiz",
    "Show",
    "Stand",
    "Verdict",
    "judge",
    "load",
    "loads",
    "position",
]
