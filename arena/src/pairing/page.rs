//! A report as a web page in one file.

use std::fmt::Write as _;

use super::{Cell, Report, Table};

const STYLE: &str = "\
:root { color-scheme: light dark; --line: #8884; --soft: #8882; }
body { font: 16px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 92rem; padding: 0 1rem; }
h1 { margin-bottom: 0; } p { margin: .2rem 0; }
h2 { margin: 2rem 0 .5rem; font-size: 1.15rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border: 1px solid var(--line); padding: .25rem .55rem; text-align: left; white-space: nowrap; }
th { background: var(--soft); } .n { text-align: right; } .c { text-align: center; }
tr:nth-child(even) td { background: var(--soft); }
ul { margin: 0; padding-left: 1.2rem; } details { margin-top: 2rem; }
footer { margin-top: 3rem; font-size: .85rem; opacity: .7; }";

/// Returns the page: HTML that needs nothing else.
pub fn page(report: &Report) -> String {
    let mut out = String::new();
    let title = escaped(&report.title);
    let facts: String = report.facts.iter().map(|fact| format!("<p>{}</p>\n", escaped(fact))).collect();
    // Writing into a text never fails.
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\n{STYLE}\n</style>\n</head>\n<body>\n<h1>{title}</h1>\n{facts}"
    );
    report.tables.iter().for_each(|table| out.push_str(&table_html(table)));
    if !report.rounds.is_empty() {
        out.push_str("<details open>\n<summary>Encounters</summary>\n");
        for (head, lines) in &report.rounds {
            let lines: String = lines.iter().map(|line| format!("<li>{}</li>\n", escaped(line))).collect();
            let _ = write!(out, "<h2>{}</h2>\n<ul>\n{lines}</ul>\n", escaped(head));
        }
        out.push_str("</details>\n");
    }
    out.push_str("<footer>made by damier</footer>\n</body>\n</html>\n");
    out
}

fn table_html(table: &Table) -> String {
    let class = |at: usize| match table.columns[at].cell {
        Cell::Text => "",
        Cell::Number => " class=\"n\"",
        Cell::Cross => " class=\"c\"",
    };
    let cells = |tag: &str, texts: &mut dyn Iterator<Item = &str>| -> String {
        let cells =
            texts.enumerate().map(|(at, text)| format!("<{tag}{}>{}</{tag}>", class(at), escaped(text)));
        cells.collect()
    };
    let head = cells("th", &mut table.columns.iter().map(|column| column.name.as_str()));
    let rows: String = table
        .rows
        .iter()
        .map(|row| format!("<tr>{}</tr>\n", cells("td", &mut row.iter().map(String::as_str))))
        .collect();
    format!(
        "<h2>{}</h2>\n<div class=\"wide\"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n",
        escaped(&table.title)
    )
}

/// A text without what HTML would take for its own.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairing::report::RoundsMatter;

    #[test]
    fn names_are_no_markup() {
        let mut table = Table::new("A & B", &[("player", Cell::Text)]);
        table.rows = vec![vec!["<script>".to_owned()]];
        let report = Report {
            title: "\"T\"".to_owned(),
            facts: vec!["1 < 2".to_owned()],
            tables: vec![table],
            rounds: vec![("Round 1".to_owned(), vec!["<b>".to_owned()])],
            rounds_matter: RoundsMatter::No,
        };
        let page = page(&report);
        for part in ["&quot;T&quot;", "A &amp; B", "&lt;script&gt;", "1 &lt; 2", "&lt;b&gt;"] {
            assert!(page.contains(part), "{part}");
        }
        assert!(!page.contains("<script") && !page.contains("http"));
    }
}
