"""The wire's structs as the schemas of an OpenAPI description."""

from __future__ import annotations

import inspect
import json
from typing import Any

import msgspec

from schafkopf.server import wire

ASKED = "Asked"
CHANGES = "StateChanges"
"""`Message.changes`: some fields of `State`, each whole."""
_REF = "#/components/schemas/"


def description() -> str:
    """An OpenAPI description, as JSON, that has nothing but schemas.

    A request may leave out what has a default, an answer leaves nothing out. A struct that is part of both, such as
    `Settings`, appears twice: complete under its own name and, for requests, as `SettingsAsked`.
    """
    return json.dumps(
        {
            "openapi": "3.1.0",
            "info": {"title": "Schafkopf", "version": "0"},
            "paths": {},
            "components": {"schemas": schemas()},
        },
        indent=1,
        sort_keys=True,
    )


def schemas() -> dict[str, Any]:
    """Every struct of the wire by name."""
    answers = _components(_structs(wire.Out))
    requests = _components(_structs(wire.In))
    shared = {name for name in answers.keys() & requests.keys() if _has_default(answers[name])}
    both = dict(sorted(answers.items()))
    for schema in both.values():
        if "properties" in schema:
            schema["required"] = list(schema["properties"])
    for name, schema in sorted(requests.items()):
        renamed = _renamed(schema, shared)
        if name in shared:
            both[name + ASKED] = renamed
        elif name not in both:
            both[name] = renamed
    both["Message"]["properties"]["changes"] = {"$ref": f"{_REF}{CHANGES}"}
    both[CHANGES] = {**both["State"], "title": CHANGES, "required": []}
    return _open(both | _aliases(shared))


def _aliases(shared: set[str]) -> dict[str, Any]:
    """What has a name on the wire without being a struct: `Doing`, `Streamed`, `Phase`, ..."""
    named = {name: value for name, value in vars(wire).items() if name in wire.__all__ and not inspect.isclass(value)}
    found, _ = msgspec.json.schema_components(list(named.values()), ref_template=_REF + "{name}")
    return {name: _renamed(schema, shared) for name, schema in sorted(zip(named, found, strict=True))}


def _open(schema: Any) -> Any:
    """The same with every bare object as one of any fields."""
    if isinstance(schema, dict):
        inner = {key: _open(value) for key, value in schema.items()}
        if schema.get("type") == "object" and "properties" not in schema and "additionalProperties" not in schema:
            inner["additionalProperties"] = True
        return inner
    return [_open(part) for part in schema] if isinstance(schema, list) else schema


def _structs(base: type) -> list[type]:
    found = (value for value in vars(wire).values() if inspect.isclass(value))
    return sorted(
        (kind for kind in found if issubclass(kind, base) and kind is not base), key=lambda kind: kind.__name__
    )


def _components(kinds: list[type]) -> dict[str, Any]:
    _, components = msgspec.json.schema_components(kinds, ref_template=_REF + "{name}")
    return dict(components)


def _has_default(schema: dict[str, Any]) -> bool:
    return set(schema.get("properties", {})) != set(schema.get("required", ()))


def _renamed(schema: Any, shared: set[str]) -> Any:
    """A schema that refers to the request's form of what is `shared`."""
    if isinstance(schema, dict):
        return {
            key: _pointed(value, shared) if key == "$ref" else _renamed(value, shared) for key, value in schema.items()
        }
    if isinstance(schema, list):
        return [_renamed(part, shared) for part in schema]
    return schema


def _pointed(ref: str, shared: set[str]) -> str:
    return ref + ASKED if ref.removeprefix(_REF) in shared else ref
