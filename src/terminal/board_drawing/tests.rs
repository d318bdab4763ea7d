use damier_rules::{AnyGame, Game, GameDisplay, MoveList, Position};

use super::*;

/// A game of every shape of board.
const GAMES: [&str; 12] = [
    "chess",
    "russian",
    "international",
    "canadian",
    "spanish",
    "turkish",
    "gomoku-freestyle:size=9",
    "gomoku-freestyle",
    "renju:size=22",
    "chinese-checkers",
    "chinese-checkers:players=3",
    "chinese-checkers:players=6",
];

fn kinds() -> Vec<TerminalKind> {
    let mut kinds = Vec::new();
    for colours in [Colours::None, Colours::Eight, Colours::Palette, Colours::True] {
        for charset in [Charset::Unicode, Charset::Ascii] {
            kinds.push(TerminalKind { colours, charset, places_cursor: true });
        }
    }
    kinds
}

/// Draws a board after some moves, of which the last one is marked.
struct Drawn {
    kind: TerminalKind,
    scale: Scale,
}

/// A drawing, the same without marks, and what is on the board.
struct Drawing {
    canvas: Canvas,
    unmarked: Canvas,
    diagram: Diagram,
}

impl Drawn {
    fn visit(self, game: AnyGame) -> Drawing {
        let mut position = game.start();
        let mut marked = Vec::new();
        let mut moves = MoveList::new();
        for turn in 0..6 {
            position.legal_moves(&mut moves);
            let mv = moves[turn * 5 % moves.len()];
            marked = game.move_squares(&position, mv);
            position.play(mv);
        }
        let diagram = game.diagram(&position).expect("it has one");
        let canvas = draw(&diagram, &marked, self.kind, self.scale);
        Drawing { canvas, unmarked: draw(&diagram, &[], self.kind, self.scale), diagram }
    }
}

fn drawn(game: &str, kind: TerminalKind, scale: Scale) -> Drawing {
    AnyGame::of_id(game).map(|game| Drawn { kind, scale }.visit(game)).expect("a game")
}

/// A line without its escape sequences.
fn visible(line: &str) -> String {
    let mut text = String::new();
    let mut parts = line.split("\x1b[");
    text.push_str(parts.next().unwrap_or_default());
    parts.for_each(|part| text.push_str(part.split_once('m').map_or("", |(_, rest)| rest)));
    text
}

#[test]
fn the_smallest_board_of_every_game_fits_a_terminal_of_80_by_24() {
    for game in GAMES {
        for kind in kinds() {
            let canvas = drawn(game, kind, Scale::Small).canvas;
            assert!(canvas.rows() <= 23 && canvas.columns() <= 79, "{game} {kind:?}");
            for line in canvas.lines(kind) {
                assert!(visible(&line).chars().count() <= canvas.columns(), "{game}: {line}");
            }
        }
    }
}

#[test]
fn a_terminal_gets_nothing_that_it_cannot_show() {
    for game in GAMES {
        for kind in kinds() {
            for scale in [Scale::Large, Scale::Small] {
                let text = drawn(game, kind, scale).canvas.lines(kind).join("\n");
                assert_eq!(text.contains('\x1b'), kind.colours != Colours::None, "{game} {kind:?}");
                assert!(kind.charset == Charset::Unicode || text.is_ascii(), "{game} {kind:?}: {text}");
                assert!(kind.colours == Colours::True || !text.contains(";2;"), "{game} {kind:?}");
                assert!(kind.colours >= Colours::Palette || !text.contains(";5;"), "{game} {kind:?}");
            }
        }
    }
}

#[test]
fn every_piece_is_drawn_and_the_last_move_stands_out() {
    for game in GAMES {
        for kind in kinds() {
            for scale in [Scale::Large, Scale::Small] {
                let Drawing { canvas, unmarked, diagram } = drawn(game, kind, scale);
                let lines = canvas.lines(kind);
                assert_ne!(lines, unmarked.lines(kind), "{game} {kind:?} {scale:?}");
                let text = visible(&unmarked.lines(kind).join("\n"));
                let pen = Pen { diagram: &diagram, marked: &[], kind };
                for cell in diagram.rows.iter().flatten() {
                    let Cell::Square { piece: Some(piece), .. } = cell else { continue };
                    let (shape, _) = match (kind.colours, diagram.surface) {
                        (_, Surface::Holes) => (piece.letter, Style::PLAIN),
                        _ => pen.piece(*piece, colour::DARK),
                    };
                    assert!(text.contains(shape), "{game} {kind:?} {scale:?}: {shape}\n{text}");
                }
            }
        }
    }
}

#[test]
fn squares_are_named_at_the_edges_or_each_by_itself() {
    for game in GAMES {
        for scale in [Scale::Large, Scale::Small] {
            let kind = kinds()[0];
            let Drawing { unmarked, diagram, .. } = drawn(game, kind, scale);
            let text = unmarked.lines(kind).join("\n");
            for label in diagram.row_labels.iter().chain(&diagram.column_labels) {
                assert!(text.contains(label.as_str()), "{game}: {label}");
            }
            let names = diagram.rows.iter().flatten().filter_map(|cell| match cell {
                Cell::Square { name, .. } if diagram.column_labels.is_empty() => Some(name),
                _ => None,
            });
            for name in names {
                assert!(text.contains(name.as_str()), "{game}: {name}\n{text}");
            }
        }
    }
}

#[test]
fn white_and_black_pieces_differ_without_colours_and_share_a_shape_with_them() {
    let kind = |colours| TerminalKind { colours, charset: Charset::Unicode, places_cursor: true };
    let text = |colours| {
        visible(&drawn("russian", kind(colours), Scale::Small).canvas.lines(kind(colours)).join(""))
    };
    let plain = text(Colours::None);
    assert!(plain.contains('○') && plain.contains('●'), "{plain}");
    let coloured = text(Colours::Palette);
    assert!(!coloured.contains('○') && coloured.contains('●'), "{coloured}");
}

#[test]
fn points_are_crossings_of_lines() {
    let kind = TerminalKind { colours: Colours::None, charset: Charset::Unicode, places_cursor: true };
    let lines = drawn("gomoku-freestyle:size=9", kind, Scale::Small).unmarked.lines(kind);
    assert!(lines[0].contains("┌─┬") && lines[8].contains("┴─┘"), "{lines:?}");
    assert_eq!(lines.len(), 10);
}
