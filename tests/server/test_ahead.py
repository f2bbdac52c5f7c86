"""What a page tells the browser to fetch ahead."""

import json
import re
from pathlib import Path

import pytest

from schafkopf.server.http.ahead import MANIFEST, PAGES, link_header, spoken

CLIENT = Path(__file__).parents[2] / "web" / "src"
CHUNKS = {
    "_frame.js": {"file": "assets/frame-1.js"},
    "_game.js": {"file": "assets/game-1.js", "css": ["assets/game-1.css"], "imports": ["_frame.js"]},
    "index.html": {"file": "assets/index-1.js", "isEntry": True, "imports": ["_frame.js"]},
    "src/generated/messages/de.ts": {"file": "assets/de-1.js", "imports": ["_frame.js"]},
    "src/generated/messages/en.ts": {"file": "assets/en-1.js", "imports": ["_frame.js"]},
    "src/pages/Home.svelte": {"file": "assets/Home-1.js", "css": ["assets/Home-1.css"], "imports": ["_frame.js"]},
    "src/pages/Table.svelte": {"file": "assets/Table-1.js", "imports": ["_frame.js", "_game.js"]},
}


@pytest.fixture
def built(tmp_path: Path) -> Path:
    (tmp_path / MANIFEST).write_text(json.dumps(CHUNKS), "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("accept", "language"),
    [
        ("de-DE,de;q=0.9,en;q=0.8", "de"),
        ("fr-FR, ru;q=0.5, pt-BR;q=0.7", "pt"),
        ("en;q=0.1, be", "be"),
        ("fr", "en"),
        ("", "en"),
        ("de;q=high, fi;q=0.2", "fi"),
        (";;,,q=1", "en"),
    ],
)
def test_the_language_is_the_first_of_the_reader_that_there_is(accept: str, language: str) -> None:
    assert spoken(accept) == language


def test_a_page_names_its_code_its_style_and_the_texts(built: Path) -> None:
    assert link_header(built, "", "de") == (
        "</assets/de-1.js>; rel=modulepreload, </assets/Home-1.js>; rel=modulepreload, "
        "</assets/Home-1.css>; rel=preload; as=style; crossorigin"
    )
    table = link_header(built, "t", "en")
    assert table is not None
    assert "</assets/Table-1.js>" in table
    assert "</assets/game-1.js>" in table
    assert "</assets/game-1.css>; rel=preload; as=style; crossorigin" in table
    assert "frame" not in table


def test_a_page_below_another_names_its_own_code(built: Path) -> None:
    chunks = {**CHUNKS, **{f"src/pages/{name}.svelte": {"file": f"assets/{name}.js"} for name in ("Rules", "Rulebook")}}
    (built / MANIFEST).write_text(json.dumps(chunks), "utf-8")
    for path, drawn, other in (("rules", "Rules", "Rulebook"), ("rules/bavaria", "Rulebook", "Rules")):
        links = link_header(built, path, "de")
        assert links is not None
        assert f"</assets/{drawn}.js>" in links
        assert f"</assets/{other}.js>" not in links
    assert link_header(built, "t/ABCDEF", "de") == link_header(built, "t", "de")


def test_an_unknown_page_names_the_texts_only(built: Path) -> None:
    assert link_header(built, "nowhere", "de") == "</assets/de-1.js>; rel=modulepreload"


def test_without_a_build_there_is_nothing_to_tell(tmp_path: Path) -> None:
    assert link_header(tmp_path, "", "de") is None
    (tmp_path / MANIFEST).write_text("[", "utf-8")
    assert link_header(tmp_path, "", "de") is None


def test_the_pages_are_those_that_the_client_knows() -> None:
    router = (CLIENT / "lib" / "router.svelte.ts").read_text("utf-8")
    loaders = router + (CLIENT / "books" / "routes.ts").read_text("utf-8")
    patterns = re.findall(r"\['(\w+)', /\^\\/(\w*)(\\/\S*)?\$/\]", router)
    components = dict(re.findall(r"(\w+): \(\) => import\('\.\./pages/(\w+)\.svelte'\)", loaders))
    keys = [first + "/" * min(more.count("?<"), 2) for _, first, more in patterns]
    drawn = [PAGES.get(key) or PAGES[key.rstrip("/")] for key in keys]
    assert drawn == [components[name] for name, _, _ in patterns]
    assert set(PAGES.values()) == set(drawn)
    assert [name for name in PAGES.values() if not (CLIENT / "pages" / f"{name}.svelte").is_file()] == []
