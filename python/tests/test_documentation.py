"""What users read is true: the stubs say what the extension says, and the examples run."""

import ast
import inspect
import pathlib
import re

import pytest
from conftest import ROOT

import damier
from damier import _damier

STUBS = ast.parse(pathlib.Path(damier.__file__).with_name("_damier.pyi").read_text())


def words(text):
    """Text without its line breaks, which stubs and Rust have at other places."""
    return " ".join((text or "").split())


def described(nodes):
    """Classes and functions of the stubs."""
    return [node for node in nodes if isinstance(node, (ast.ClassDef, ast.FunctionDef))]


def test_stubs_say_what_the_extension_says():
    assert words(ast.get_docstring(STUBS)) == words(_damier.__doc__)
    for node in described(STUBS.body):
        built = getattr(_damier, node.name)
        assert words(ast.get_docstring(node)) == words(built.__doc__), node.name
        members = [member for member in described(node.body) if member.name != "__new__"]
        for member in members:
            name = f"{node.name}.{member.name}"
            text = words(ast.get_docstring(member))
            assert text and text == words(getattr(built, member.name).__doc__), name
        if inspect.isclass(built) and not issubclass(built, Exception):
            public = {name for name in vars(built) if not name.startswith("_")}
            described_ones = {member.name for member in members if not member.name.startswith("_")}
            assert public == described_ones, node.name


@pytest.mark.parametrize("page", ["docs/tutorials/python.md", "python/README.md"])
def test_examples_run(page, run, net_path):
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    assert blocks
    for block in blocks:
        for ours, theirs in [("runs/russian-quick/games", run / "games"), ("nets/russian.dmn", net_path)]:
            block = block.replace(f'"{ours}"', repr(str(theirs)))
        exec(compile(block, page, "exec"), {})
