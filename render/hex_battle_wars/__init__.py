"""The pictures, alt texts and plain texts of Hex Battle Wars."""

from render import Painter
from render.hex_battle_wars import alt_text, banner, board, closeup, ending, legend, naming, replay, zoom
from render.hex_battle_wars.emojis import EMOJIS
from render.hex_battle_wars.themes import THEMES

PAINTER = Painter(
    game="hex_battle_wars",
    scene=banner.scene,
    themes=THEMES,
    draw_board=board.draw,
    describe_board=alt_text.describe_board,
    draw_hand=closeup.draw_hand,
    draw_preview=closeup.draw,
    draw_zoom=zoom.draw,
    draw_legend=legend.draw,
    draw_result=ending.draw,
    choose_frames=replay.choose_frames,
    draw_frame=replay.draw_frame,
    frame_height=replay.frame_height,
    describe_replay=replay.describe,
    text=alt_text.plain_text,
    hand_text=closeup.plain_text,
    emojis=EMOJIS,
    seat_marks=naming.seat_marks,
)
