"""What the program can say, found by reading its source: every code it raises, every key it says."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import ohhell

SOURCE = Path(ohhell.__file__).parent
MODULES = {
    str(path.relative_to(SOURCE)): ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted(SOURCE.rglob("*.py"))
}

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class Said:
    """One place that names a code or a key, and the parameters it gives."""

    where: str
    key: str
    given: set[str]
    perhaps: set[str] = field(default_factory=set[str])
    is_open: bool = False
    """Parameters come from somewhere else as well."""


@dataclass
class _Raiser:
    """A class of refusals, or a function that passes a code on to one."""

    place: int = 0
    name: str = "code"
    parameters: tuple[str, ...] = ()
    given: set[str] = field(default_factory=set[str])
    perhaps: set[str] = field(default_factory=set[str])


def name_of(node: ast.expr) -> str:
    """The last part of a dotted name."""
    match node:
        case ast.Name():
            return node.id
        case ast.Attribute():
            return node.attr
        case _:
            return ""


def _functions(tree: ast.Module) -> Iterator[tuple[Function | ast.Module, ast.Call]]:
    """Every call with the innermost function around it."""

    def walk(
        node: ast.AST, around: Function | ast.Module
    ) -> Iterator[tuple[Function | ast.Module, ast.Call]]:
        for child in ast.iter_child_nodes(node):
            inner = child if isinstance(child, Function) else around
            if isinstance(child, ast.Call):
                yield inner, child
            yield from walk(child, inner)

    yield from walk(tree, tree)


def _values(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.IfExp):
        yield from _values(node.body)
        yield from _values(node.orelse)
    else:
        yield node


def _assigned(around: ast.AST, name: str) -> Iterator[ast.expr]:
    """All that is assigned to a name within a function."""
    for node in ast.walk(around):
        match node:
            case ast.Assign(targets=[ast.Name(id=found)], value=value) if found == name:
                yield from _values(value)
            case ast.AnnAssign(target=ast.Name(id=found), value=ast.expr() as value) if (
                found == name
            ):
                yield from _values(value)
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                for target, value in zip(targets, values, strict=True):
                    if isinstance(target, ast.Name) and target.id == name:
                        yield from _values(value)
            case _:
                pass


def _texts(node: ast.expr, around: ast.AST) -> set[str]:
    """The texts an argument can be, as far as the function around it says."""
    values = _assigned(around, node.id) if isinstance(node, ast.Name) else _values(node)
    return {
        value.value
        for value in values
        if isinstance(value, ast.Constant) and isinstance(value.value, str)
    }


def _keywords(call: ast.Call, around: ast.AST) -> Said:
    said = Said("", "", set())
    for keyword in call.keywords:
        if keyword.arg is not None:
            said.given.add(keyword.arg)
            continue
        found = [
            {name_of_key(key) for key in value.keys}
            for value in _assigned(around, name_of(keyword.value))
            if isinstance(value, ast.Dict)
        ]
        if found:
            sure = set[str].intersection(*found)
            said.given |= sure
            said.perhaps |= set[str].union(*found) - sure
        else:
            said.is_open = True
    return said


def name_of_key(key: ast.expr | None) -> str:
    """The text of a key of a dict that is written out."""
    assert isinstance(key, ast.Constant)
    assert isinstance(key.value, str)
    return key.value


def _error_classes() -> set[str]:
    found = {"OhHellError"}
    while True:
        more = {
            node.name
            for tree in MODULES.values()
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef) and any(name_of(base) in found for base in node.bases)
        }
        if more <= found:
            return found
        found |= more


def _code_of(call: ast.Call, raiser: _Raiser) -> ast.expr | None:
    """The argument that names the code, wherever it stands."""
    for keyword in call.keywords:
        if keyword.arg == raiser.name and raiser.parameters:
            return keyword.value
    return call.args[raiser.place] if len(call.args) > raiser.place else None


def raised() -> dict[str, list[Said]]:
    """Every code that is raised anywhere, with each place and the parameters given there."""
    raisers = {name: _Raiser() for name in _error_classes()}
    found: dict[str, dict[str, Said]] = defaultdict(dict)
    for _ in range(3):  # a function that calls a function that raises
        for module, tree in MODULES.items():
            for around, call in _functions(tree):
                raiser = raisers.get(name_of(call.func))
                code = None if raiser is None else _code_of(call, raiser)
                if raiser is None or code is None:
                    continue
                said = _keywords(call, around)
                given = (said.given - set(raiser.parameters)) | raiser.given
                perhaps = said.perhaps | raiser.perhaps
                if isinstance(around, Function) and isinstance(code, ast.Name):
                    positional = [one.arg for one in around.args.args]
                    if positional[:1] in (["self"], ["cls"]):
                        positional.pop(0)
                    parameters = [*positional, *(one.arg for one in around.args.kwonlyargs)]
                    if code.id in parameters:
                        place = positional.index(code.id) if code.id in positional else 99
                        raisers[around.name] = _Raiser(
                            place, code.id, tuple(parameters), given, perhaps
                        )
                        continue
                where = f"{module}:{call.lineno}"
                for text in _texts(code, around):
                    found[text][where] = Said(where, text, given, perhaps, said.is_open)
    return {code: list(places.values()) for code, places in found.items()}


def spoken() -> list[Said]:
    """Every `say("key", …)` whose key is written out."""
    found: list[Said] = []
    for module, tree in MODULES.items():
        for around, call in _functions(tree):
            if name_of(call.func) == "say" and call.args:
                said = _keywords(call, around)
                found += [
                    Said(f"{module}:{call.lineno}", text, said.given, said.perhaps, said.is_open)
                    for text in _texts(call.args[0], around)
                ]
    return found
