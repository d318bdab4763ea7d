#!/usr/bin/env python3
"""Draws the last screen of `damier play` as an SVG: text with escape sequences on standard input, SVG on standard output.

    printf 'e4\\nNf3\\nhint\\n' | COLORTERM=truecolor damier play chess --screen 80x24 --nodes 20000 |
        python3 docs/pictures/draw.py > docs/pictures/chess.svg

Nodes bound the search, so that the same version of damier gives the same picture.
"""

import html
import re
import sys

WIDTH, HEIGHT = 9, 18
BACKGROUND, TEXT = "#16181d", "#d7dae0"
COLUMNS = 80
FRAME = "\x1b[H"
TOKEN = re.compile(r"\x1b\[([0-9;]*)([A-Za-z])|([^\x1b])")


def styled(style, codes):
    """Returns the style (text colour, background, bold) after an escape sequence of colours."""
    foreground, background, bold = style
    numbers = [int(code or 0) for code in codes.split(";")]
    while numbers:
        number = numbers.pop(0)
        if number == 0:
            foreground, background, bold = None, None, False
        elif number == 1:
            bold = True
        elif number in (38, 48) and numbers[:1] == [2]:
            colour = "#%02x%02x%02x" % tuple(numbers[1:4])
            del numbers[:4]
            foreground, background = (colour, background) if number == 38 else (foreground, colour)
    return foreground, background, bold


def cells(line):
    """Returns the letters of a line, each with its style."""
    style, letters = (None, None, False), []
    for codes, command, letter in TOKEN.findall(line):
        if command == "m":
            style = styled(style, codes)
        elif letter and letter >= " ":
            letters.append((letter, style))
    return letters


def runs(letters, key):
    """Yields the first column and the letters of each stretch that has the same key."""
    start = 0
    for column in range(1, len(letters) + 1):
        if column == len(letters) or key(letters[column]) != key(letters[start]):
            yield start, letters[start:column]
            start = column


def drawn(row, letters):
    """Yields the elements of a line."""
    for start, run in runs(letters, lambda cell: cell[1][1]):
        if run[0][1][1]:
            place = f'x="{start * WIDTH}" y="{row * HEIGHT}" width="{len(run) * WIDTH}" height="{HEIGHT}"'
            yield f'<rect {place} fill="{run[0][1][1]}"/>'
    for start, run in runs(letters, lambda cell: (cell[1], cell[0] if ord(cell[0]) > 0x2000 else "")):
        text = "".join(letter for letter, _ in run)
        if not text.strip():
            continue
        foreground, _, bold = run[0][1]
        lead = len(text) - len(text.lstrip())
        middle = ord(text[0]) > 0x2000
        x = (start + lead) * WIDTH + (WIDTH / 2 if middle else 0)
        style = f' fill="{foreground}"' if foreground else ""
        style += ' font-weight="bold"' if bold else ""
        style += ' text-anchor="middle" font-size="22"' if middle else f' textLength="{len(text.strip()) * WIDTH}"'
        y = row * HEIGHT + (16 if middle else 13.5)
        yield f'<text x="{x:g}" y="{y:g}"{style}>{html.escape(text.strip())}</text>'


def main():
    frame = sys.stdin.read().split(FRAME)[-1]
    lines = [cells(line) for line in re.split(r"\r?\n", frame)]
    # The prompt and what stands below it are no part of the screen.
    end = next((i for i, line in enumerate(lines) if "".join(x for x, _ in line).endswith("> ")), len(lines))
    lines = lines[:end]
    while lines and not lines[-1]:
        lines.pop()
    width, height = COLUMNS * WIDTH, len(lines) * HEIGHT
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 {width + 24} {height + 24}" width="{width + 24}"')
    print(f'     font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="15" fill="{TEXT}" xml:space="preserve">')
    print(f'<rect x="-12" y="-12" width="{width + 24}" height="{height + 24}" rx="8" fill="{BACKGROUND}"/>')
    for row, letters in enumerate(lines):
        print("\n".join(drawn(row, letters)))
    print("</svg>")


main()
