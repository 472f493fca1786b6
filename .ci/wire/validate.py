#!/usr/bin/env python3
"""Checks a tool-result message against the types of the provider's own SDK.

    validate.py DIALECT < message.json    prints "ok" or what is wrong; exit status 0, 1, or 2 for wrong usage
    validate.py --list                    prints the names of the dialects

The SDKs are lenient with what they are given: they coerce, and let unknown members through. Here their types are
applied strictly, and what a server is known to refuse although the types allow it is checked on top ("rule" in the
output). As a module: `check(dialect, text)` returns the parsed message or raises `Invalid`.
"""
import functools
import json
import re
import sys

from pydantic import TypeAdapter, ValidationError


class Invalid(Exception):
    """The text is no valid message; str() says why."""


def parse(text):
    """One JSON value, in the stricter sense that every parser agrees on."""
    def members(pairs):
        found = dict(pairs)
        rule(len(found) == len(pairs), "a member occurs twice: " + ", ".join(k for k, _ in pairs))
        return found

    try:
        value = json.loads(text, object_pairs_hook=members)
        # Python accepts NaN, numbers out of range and half surrogate pairs; writing the value again does not.
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
    except ValueError as error:
        raise Invalid(f"not JSON: {error}") from None
    return value


def rule(holds, text):
    if not holds:
        raise Invalid(f"rule: {text}")


@functools.cache
def adapter(kind):
    return TypeAdapter(kind)


def typed(kind, value, **options):
    """`value` as JSON is a `kind`: nothing coerced, nothing unknown."""
    try:
        adapter(kind).validate_json(json.dumps(value), strict=True, extra="forbid", **options)
    except ValidationError as error:
        # Of a union's complaints, the deepest come from the alternative that was meant.
        worst = max(error.errors(), key=lambda e: len(e["loc"]))
        where = ".".join(map(str, worst["loc"]))
        raise Invalid(f"type: {where or 'message'}: {worst['msg']}") from None


def is_string(message, key):
    rule(isinstance(message.get(key), str), f"{key} must be a string")


# Several types allow a list of parts in place of a string, and pydantic does not look into an `Iterable`. The library
# never writes such lists, so they are refused; where a list is the only form, its items are checked one by one.


def openai_chat(message):
    from openai.types.chat import ChatCompletionToolMessageParam
    typed(ChatCompletionToolMessageParam, message)
    is_string(message, "content")
    rule(message["tool_call_id"], "tool_call_id is empty")


def openai_responses(message):
    from openai.types.responses.response_input_item_param import FunctionCallOutput
    typed(FunctionCallOutput, message)
    is_string(message, "output")
    # Optional in the type, for outputs of hosted tools; the specification gives its length.
    is_string(message, "call_id")
    rule(1 <= len(message["call_id"]) <= 64, "call_id has 1 to 64 characters")


def anthropic(message):
    from anthropic.types import ToolResultBlockParam
    from anthropic.types.user_message_param import UserMessageParam
    typed(UserMessageParam, message)
    blocks = message["content"]
    rule(isinstance(blocks, list) and blocks, "content must be a list with a block in it")
    for block in blocks:
        typed(ToolResultBlockParam, block)
        rule(re.fullmatch("[a-zA-Z0-9_-]+", block["tool_use_id"]), "tool_use_id: [a-zA-Z0-9_-]+")
        if "content" in block:
            is_string(block, "content")
            rule(block["content"], "an empty content must be left out")
        rule("content" in block or not block.get("is_error"), "an error needs content")
    distinct(block["tool_use_id"] for block in blocks)


def gemini(message):
    from google.genai import types
    # On the wire the names are in camel case; the SDK takes both.
    by = {"by_alias": True, "by_name": False}
    typed(types.Content, message, **by)
    rule(message.get("role") == "user", "role must be user")
    rule(message.get("parts"), "parts must not be empty")
    for part in message["parts"]:
        rule(set(part) == {"functionResponse"}, "a part must be one functionResponse")
        answer = part["functionResponse"]
        # `Part` has a constructor of its own, which does not pass the strictness on.
        typed(types.FunctionResponse, answer, **by)
        is_string(answer, "name")
        name = "[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}"
        rule(re.fullmatch(name, answer["name"]), f"name: {name}")
        # Any other object would be taken as the output, so that an error in it would not be seen as one.
        rule(list(answer.get("response") or ()) in (["output"], ["error"]), "response must hold output or error")
        rule("id" not in answer or answer["id"], "an empty id must be left out")
    distinct(part["functionResponse"]["id"] for part in message["parts"] if "id" in part["functionResponse"])


def gemini_interactions(message):
    from google.genai._gaos.types.interactions.functionresultstep import FunctionResultStep
    # The type says "any object" with an object type that has no members, which strictly would be the empty object only.
    is_object = isinstance(message.get("result"), dict)
    typed(FunctionResultStep, {**message, "result": {}} if is_object else message)
    rule(is_object or isinstance(message["result"], str), "result must be an object or a string")
    # Filled in by the SDK, so that the type does not ask for it.
    rule("type" in message, "type is missing")
    rule(message.get("is_error", False) is not None, "is_error must be a boolean")
    rule(message["call_id"], "call_id is empty")
    is_string(message, "name")


def ollama(message):
    from ollama import Message
    typed(Message, message)
    rule(message["role"] == "tool", "role must be tool")
    is_string(message, "content")
    is_string(message, "tool_name")
    rule(message["tool_name"], "tool_name is empty")


def mistral(message):
    from mistral_common.exceptions import MistralCommonException
    from mistral_common.protocol.instruct.messages import AssistantMessage, ToolMessage, UserMessage
    from mistral_common.protocol.instruct.tool_calls import FunctionCall, ToolCall
    from mistral_common.protocol.instruct.validator import MistralRequestValidatorV13
    from mistralai.client.models.toolmessage import ToolMessageTypedDict
    typed(ToolMessageTypedDict, message)
    typed(ToolMessage, message)
    is_string(message, "content")
    is_string(message, "tool_call_id")
    is_string(message, "name")
    # The server's own validator wants a whole conversation. Older ones also want ids of nine alphanumerics, but the
    # id is the caller's.
    call = ToolCall(id=message["tool_call_id"], function=FunctionCall(name=message["name"], arguments="{}"))
    conversation = [UserMessage(content="?"), AssistantMessage(tool_calls=[call]), ToolMessage(**message)]
    try:
        MistralRequestValidatorV13().validate_messages(conversation)
    except MistralCommonException as error:
        raise Invalid(f"rule: {error}") from None


@functools.cache
def bedrock_model():
    from botocore.session import get_session
    return get_session().get_service_model("bedrock-runtime")


def bedrock(message):
    from botocore.validate import ParamValidator
    shape = bedrock_model().shape_for("Message")
    report = ParamValidator().validate(message, shape)
    if report.has_errors():
        raise Invalid("type: " + report.generate_report().replace("\n", "; "))
    bedrock_constraints(shape, message, "message")
    rule(message["role"] == "user", "role must be user")
    rule(message["content"], "content must not be empty")
    for block in message["content"]:
        rule("toolResult" in block, "content must hold tool results only")
        result = block["toolResult"]
        rule(result["content"], "a tool result must not be an empty list")
        if result.get("status") == "error":
            rule(all(part.get("text") or part.get("json") for part in result["content"]), "an error needs text")
    distinct(block["toolResult"]["toolUseId"] for block in message["content"])


def bedrock_constraints(shape, value, path):
    """What the service model says and botocore leaves to the server."""
    if getattr(shape, "is_document_type", False):
        # The model says any JSON; the server answers 400 to anything but an object.
        rule(isinstance(value, dict), f"{path} must be an object")
    elif shape.type_name == "structure":
        rule(not shape.is_tagged_union or len(value) == 1, f"{path} must have exactly one member")
        for key, member in value.items():
            bedrock_constraints(shape.members[key], member, f"{path}.{key}")
    elif shape.type_name == "list":
        for item in value:
            bedrock_constraints(shape.member, item, f"{path}[]")
    elif shape.type_name == "string":
        rule(not shape.enum or value in shape.enum, f"{path} must be one of {shape.enum}")
        limits = shape.metadata
        rule(limits.get("min", 0) <= len(value) <= limits.get("max", len(value)), f"{path}: length {len(value)}")
        rule("pattern" not in limits or re.fullmatch(limits["pattern"], value), f"{path}: {limits.get('pattern')}")


def cohere(message):
    from cohere import ToolChatMessageV2
    typed(ToolChatMessageV2, message)
    # Filled in by the SDK, so that the type does not ask for it.
    rule(message.get("role") == "tool", "role must be tool")
    is_string(message, "content")
    rule(message["tool_call_id"], "tool_call_id is empty")


def mcp(version):
    def check_message(message):
        from mcp_types.jsonrpc import JSONRPCResponse
        typed(JSONRPCResponse, message)
        result = message["result"]
        mcp_result("tools/call", version, result)
        rule(result.get("content"), "content must not be empty")
        # The types take null for "not there".
        rule(result.get("isError") is not None or "isError" not in result, "isError must be a boolean")
        if version < "2026":
            rule(isinstance(result.get("structuredContent", {}), dict), "structuredContent must be an object")
    return check_message


def mcp_result(method, version, result):
    """`result` is what the method returns in this version of the protocol."""
    from mcp_types.methods import SERVER_RESULTS
    if isinstance(result.get("tools"), list):
        # The types name a few members of a tool's schema and leave the rest open.
        result = {**result, "tools": [without_schemas(tool) for tool in result["tools"]]}
    typed(SERVER_RESULTS[method, version], result, by_alias=True, by_name=False)
    if version >= "2026":
        rule(result["resultType"] == "complete", "resultType must be complete")


def without_schemas(tool):
    """The tool with nothing but the type left in its schemas."""
    schemas = {key: tool[key] for key in ("inputSchema", "outputSchema") if isinstance(tool.get(key), dict)}
    return {**tool, **{key: {k: v for k, v in schema.items() if k == "type"} for key, schema in schemas.items()}}


def distinct(ids):
    ids = list(ids)
    rule(len(set(ids)) == len(ids), "two results for one call")


DIALECTS = {
    "openai-chat": openai_chat,
    "openai-responses": openai_responses,
    "anthropic": anthropic,
    "gemini": gemini,
    "gemini-interactions": gemini_interactions,
    "ollama": ollama,
    "mistral": mistral,
    "bedrock": bedrock,
    "cohere": cohere,
    "mcp-2025-06-18": mcp("2025-06-18"),
    "mcp-2025-11-25": mcp("2025-11-25"),
    "mcp-2026-07-28": mcp("2026-07-28"),
}


def check(dialect, text):
    """The parsed message, when `text` is a valid one; raises `Invalid` otherwise."""
    if dialect.startswith("mcp-"):
        rule("\n" not in text.removesuffix("\n") and "\r" not in text, "a message must be one line")
    message = parse(text)
    rule(isinstance(message, dict), "a message is an object")
    DIALECTS[dialect](message)
    return message


def main(arguments):
    if arguments == ["--list"]:
        print("\n".join(DIALECTS))
        return 0
    if len(arguments) != 1 or arguments[0] not in DIALECTS:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        check(arguments[0], sys.stdin.buffer.read().decode())
    except (Invalid, UnicodeDecodeError) as error:
        print(error)
        return 1
    print("ok")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
