#!/usr/bin/env python3
"""Third-party notices: the packages that a program of Cargo is linked with, and the texts of their licences.

    release/notices.py [--manifest Cargo.toml] [--package damier] [--target TARGET] [CARGO ARGUMENT...] > THIRD-PARTY.txt

Cargo arguments choose features, such as `--no-default-features`. Packages that only run while others are compiled (build
scripts, procedural macros) are left out. It fails where a package has no licence file, nor MIT or Apache-2.0 alone.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LICENCE_FILE = re.compile(r"(un)?licen[cs]e|copying|notice|copyright", re.I)
RULE = "=" * 80


def host():
    """Returns the target of the installed compiler."""
    text = subprocess.run(["rustc", "-vV"], check=True, capture_output=True, text=True, cwd=ROOT).stdout
    return re.search(r"^host: (.*)$", text, re.M)[1]


def linked(manifest, package, target, features):
    """Returns Cargo's descriptions of the packages from registries that `package` is linked with, by name and version."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--manifest-path", str(manifest),
               "--filter-platform", target, *features]
    found = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    packages = {entry["id"]: entry for entry in found["packages"]}
    nodes = {node["id"]: node for node in found["resolve"]["nodes"]}
    waiting = [entry["id"] for entry in found["packages"] if entry["name"] == package and entry["source"] is None]
    if not waiting:
        sys.exit(f"{manifest}: there is no package {package}")
    seen = set()
    while waiting:
        current = waiting.pop()
        if current in seen or any("proc-macro" in part["kind"] for part in packages[current]["targets"]):
            continue
        seen.add(current)
        waiting += [dependency["pkg"] for dependency in nodes[current]["deps"]
                    if any(kind["kind"] is None for kind in dependency["dep_kinds"])]
    others = [packages[name] for name in seen if packages[name]["source"] is not None]
    return sorted(others, key=lambda entry: (entry["name"], entry["version"]))


def texts(entry):
    """Returns the licence texts of a package: those of its files, or else Apache-2.0, or the MIT licence with its authors."""
    folder = pathlib.Path(entry["manifest_path"]).parent
    files = sorted(path for path in folder.iterdir() if LICENCE_FILE.match(path.name) and path.is_file())
    if files:
        return [path.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n").strip() for path in files]
    if entry["license"] == "Apache-2.0":
        return [(ROOT / "LICENSE-APACHE").read_text(encoding="utf-8").strip()]
    if entry["license"] != "MIT":
        sys.exit(f"{entry['name']} {entry['version']} ({entry['license']}) has no licence file; add its text to {__file__}")
    authors = ", ".join(re.sub(r" <.*?>", "", author) for author in entry["authors"]) or f"the authors of {entry['name']}"
    ours = (ROOT / "LICENSE-MIT").read_text(encoding="utf-8").strip()
    return [re.sub(r"^Copyright .*$", lambda _: f"Copyright (c) {authors}", ours, count=1, flags=re.M)]


def notices(manifest, package, target, features=()):
    """Returns the notices as one text."""
    entries = linked(manifest, package, target, features)
    # The same licence is filled and indented in many ways.
    users, first = {}, {}
    for entry in entries:
        for text in texts(entry):
            words = " ".join(text.split())
            first.setdefault(words, text)
            users.setdefault(words, []).append(f"{entry['name']} {entry['version']}")
    lines = [f"{package} is linked with the packages below. The texts of their licences follow; where a package offers several",
             "licences, all of them are here. The standard library of Rust has its notices in RUST-COPYRIGHT.html.", ""]
    lines += [f"{entry['name']} {entry['version']}  {entry['license']}  {entry['repository'] or ''}".rstrip() for entry in entries]
    for words, names in users.items():
        lines += ["", RULE, *sorted(set(names)), RULE, "", first[words]]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--manifest", type=pathlib.Path, default=ROOT / "Cargo.toml")
    parser.add_argument("--package", default="damier")
    parser.add_argument("--target", help="the platform (default: this one)")
    options, features = parser.parse_known_args()
    sys.stdout.write(notices(options.manifest, options.package, options.target or host(), features))


if __name__ == "__main__":
    main()
