"""The description that the client's types are made from says what the wire says."""

from __future__ import annotations

import inspect
from types import ModuleType
from typing import Any

import msgspec
import pytest

from schafkopf.server import wire

STRUCTS = {
    name: kind
    for name, kind in vars(wire).items()
    if inspect.isclass(kind) and issubclass(kind, msgspec.Struct) and kind not in (wire.In, wire.Out, wire.Do)
}


@pytest.fixture(scope="module")
def schemas(api: ModuleType) -> dict[str, Any]:
    return api.schemas()


def test_everything_with_a_name_on_the_wire_is_described(schemas: dict[str, Any]) -> None:
    assert STRUCTS.keys() <= schemas.keys()
    assert {"Doing", "Streamed", "Phase", "Can"} <= schemas.keys()


def test_an_answer_has_every_field(schemas: dict[str, Any]) -> None:
    answers = {name for name, kind in STRUCTS.items() if issubclass(kind, wire.Out)}
    assert {"State", "Happening"} <= answers
    for name in answers | {"Settings"}:
        assert set(schemas[name].get("required", ())) == set(schemas[name]["properties"]), name


def test_a_request_may_leave_out_what_has_a_default(schemas: dict[str, Any]) -> None:
    assert schemas["Quick"].get("required", []) == []
    assert set(schemas["Act"]["required"]) == {"kind", "number", "action"}
    assert schemas["SettingsAsked"].get("required", []) == []
    assert schemas["Set"]["properties"]["settings"] == {"$ref": "#/components/schemas/SettingsAsked"}
    assert schemas["State"]["properties"]["settings"] == {"$ref": "#/components/schemas/Settings"}


def test_changes_are_some_fields_of_the_state(schemas: dict[str, Any]) -> None:
    assert schemas["Message"]["properties"]["changes"] == {"$ref": "#/components/schemas/StateChanges"}
    assert schemas["StateChanges"]["properties"] == schemas["State"]["properties"]
    assert schemas["StateChanges"]["required"] == []


def test_every_reference_leads_somewhere(schemas: dict[str, Any]) -> None:
    def refs(schema: Any) -> list[str]:
        if isinstance(schema, dict):
            return [schema["$ref"]] if "$ref" in schema else [ref for value in schema.values() for ref in refs(value)]
        return [ref for part in schema for ref in refs(part)] if isinstance(schema, list) else []

    found = {ref.removeprefix("#/components/schemas/") for ref in refs(schemas)}
    assert found
    assert found <= schemas.keys()
