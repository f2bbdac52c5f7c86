"""The typesetter: its fonts, and a name that they lack."""

from __future__ import annotations

import json
import unicodedata
from importlib import resources

import pytest
import typst

from schafkopf.paper import fit
from schafkopf.paper.typeset import COVERED, pdf
from schafkopf.text.catalog import LANGUAGES

# PDF/A with Unicode refuses to be made where a sign has no picture.
STRICT = b"""#set document(title: "signs", date: datetime(year: 2026, month: 1, day: 1))
#set text(font: ("Libertinus Serif", "DejaVu Sans Mono"))
#for sign in json(bytes(sys.inputs.signs)) [#sign \\ ]
"""


def compile_strictly(signs: list[str]) -> None:
    with resources.as_file(resources.files("schafkopf.paper") / "templates") as folder:
        compiler = typst.Compiler(STRICT, root=str(folder), font_paths=typst.Fonts(include_system_fonts=False))
        compiler.compile(format="pdf", pdf_standards=["a-2u"], sys_inputs={"signs": json.dumps(signs)})


@pytest.mark.parametrize(("first", "last"), COVERED)
def test_signs_that_are_said_to_be_covered_are(first: int, last: int) -> None:
    signs = [chr(code) for code in range(first, last + 1)]
    signs = [sign for sign in signs if sign.isprintable() and unicodedata.category(sign) != "Cn"]
    assert signs
    compile_strictly(signs)


def test_every_text_of_ours_has_its_letters() -> None:
    for language in LANGUAGES:
        path = resources.files("schafkopf.text") / "catalog" / language / "paper.toml"
        compile_strictly(path.read_text("utf-8").splitlines())


def test_a_sign_that_no_font_has_is_found_by_that_check() -> None:
    with pytest.raises(typst.TypstError, match="could not be displayed"):
        compile_strictly(["张"])


def test_data_that_a_template_lacks_is_a_fault_and_no_empty_page() -> None:
    with pytest.raises(typst.TypstError):
        pdf("prizes", {"language": "de"})


def test_many_figures_leave_room_for_names() -> None:
    def figures(count: int, cell: str) -> list[tuple[str, list[str]]]:
        return [("R1", [cell])] * count

    assert fit.form(figures(5, "-12"), 0).columns == 2
    assert fit.form(figures(9, "-123,45"), 0) == fit.Form(1, False, 9)
    wide = fit.form(figures(14, "-123,45"), 0)
    assert wide.across
    most = fit.form(figures(40, "-123,45"), 30)
    assert 0 < most.left_out < 30
    assert sum(fit.width_mm("R1", ["-123,45"], most.size) for _ in range(40 - most.left_out)) < 267
