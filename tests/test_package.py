"""What the package promises before any card is dealt."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import ohhell

RULES = Path(ohhell.__file__).parent / "rules"
ROOT = Path(__file__).parents[1]


def loaded_by(statement: str) -> set[str]:
    """The top-level modules a fresh interpreter holds after `statement`."""
    code = f"{statement}\nimport sys\nprint(*sorted({{m.split('.')[0] for m in sys.modules}}))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split())


def started_with() -> set[str]:
    """What an interpreter of this environment holds before it is asked for anything."""
    return loaded_by("pass")


def test_version_is_the_one_installed() -> None:
    assert version("ohhell") == ohhell.__version__


def test_locked_libraries_are_the_declared_ones() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for declared, file in (
        (project["dependencies"], "run.in"),
        (project["optional-dependencies"]["lab"], "lab.in"),
    ):
        lines = (ROOT / "requirements" / file).read_text(encoding="utf-8").splitlines()
        assert {re.split("[<>=; ]", name)[0] for name in declared} == {
            re.split("[<>=; ]", line)[0] for line in lines if line and line[0] not in "#-"
        }


def test_locks_name_no_place() -> None:
    for lock in (ROOT / "requirements").glob("*.txt"):
        text = lock.read_text(encoding="utf-8")
        assert not re.search(r"https?:|file:|--(extra-)?index|--find-links", text), lock.name
        assert text.count("==") <= text.count("--hash=sha256:"), lock.name


def test_rules_load_the_standard_library_alone() -> None:
    modules = sorted(path.stem for path in RULES.glob("[a-z]*.py"))
    assert "cards" in modules
    loaded = loaded_by("import " + ", ".join(f"ohhell.rules.{name}" for name in modules))
    assert loaded - started_with() - sys.stdlib_module_names == {"ohhell"}


def test_help_loads_nothing_slow() -> None:
    loaded = loaded_by(
        "from ohhell.cli.main import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit as done:\n    assert not done.code"
    )
    slow = {"asyncio", "dask", "joblib", "llvmlite", "matplotlib", "msgspec", "numba", "numpy"}
    slow |= {"sqlite3", "starlette", "uvicorn", "websockets"}
    assert not loaded & slow
