#!/usr/bin/env python3
"""Talks to an MCP server over its standard input and output, with the official client and with raw lines.

    check_mcp.py [--name NAME] [--timeout SECONDS] -- COMMAND…

The server is the one of the examples (`mcp_server` on the host, `mcp` in QEMU), with the tools read_sensor, read_log,
set_led and self_test. Raw lines come first, in one process for both generations of the protocol, as a device would see
them; then the client, once in each of its modes. Prints a line for each failure and the totals; exit status 1 when
anything failed. The server's process group is ended afterwards, because QEMU does not end with its input.
"""
import argparse
import contextlib
import json
import logging
import os
import queue
import re
import signal
import subprocess
import sys
import threading

import anyio
import jsonschema
from mcp import Client, MCPError, StdioServerParameters
from mcp_types.jsonrpc import JSONRPCError, JSONRPCResponse
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

# Nothing is left behind in the source tree.
sys.dont_write_bytecode = True
from validate import Invalid, check, mcp_result, parse, typed

OLD, NEW = "2025-11-25", "2026-07-28"
PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS = -32700, -32600, -32601, -32602

# What a client of the new generation puts into every request.
META = {
    "io.modelcontextprotocol/protocolVersion": NEW,
    "io.modelcontextprotocol/clientInfo": {"name": "check_mcp", "version": "1.0"},
    "io.modelcontextprotocol/clientCapabilities": {},
}

# Longer than any buffer of the servers.
TOO_LONG = 100_000

# Arguments that a tool must take, and those that it must refuse.
GOOD_ARGUMENTS = {
    "read_sensor": [{"channel": channel} for channel in range(4)],
    "read_log": [{"lines": 0}, {"lines": 1}, {"lines": 500}],
    "set_led": [{"on": True}, {"on": False}],
    "self_test": [{}],
}
BAD_ARGUMENTS = {
    "read_sensor": [{}, {"channel": "1"}, {"channel": 4}, {"channel": -1}, {"channel": 1.5}, {"channel": None},
                    {"channel": True}, {"channel": [1]}, {"channel": 256}, {"channel": 10**20}, {"chanel": 1}],
    "read_log": [{}, {"lines": "3"}, {"lines": 501}, {"lines": -1}, {"lines": 65536}, {"lines": {}}],
    "set_led": [{}, {"on": 1}, {"on": "true"}, {"on": None}],
}
ONE_MORE_MEMBER = {
    "read_sensor": {"channel": 1, "unit": "K"},
    "read_log": {"lines": 1, "from": 2},
    "set_led": {"on": True, "colour": "red"},
}


def require(holds, text):
    if not holds:
        raise Invalid(text)


class Checks:
    def __init__(self, name):
        self.name = name
        self.passed = 0
        self.failed = 0
        # Puts things in order after a failure, so that the next check does not fail for the same reason.
        self.recover = lambda: None

    @contextlib.contextmanager
    def case(self, label):
        """One check, counted. Whatever it raises is a failure of its own, and the next one goes on."""
        try:
            yield
            self.passed += 1
        except Exception as error:
            self.failed += 1
            text = str(error) if isinstance(error, Invalid) else repr(error)
            print(f"FAIL {self.name}: {label}: {text[:600]}".replace("\n", "\\n"), flush=True)
            self.recover()


# ---------------------------------------------------------------------------------------------------- raw lines


class Line:
    """The server's end of the line, without a client in between."""

    def __init__(self, command, timeout):
        # A group of its own, so that also what the command started can be ended.
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
        self.timeout = timeout
        self.lines = queue.Queue()
        self.last_id = 1000
        threading.Thread(target=self.receive, daemon=True).start()

    def receive(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def close(self):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def send(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def answer(self, timeout=None):
        """The next line, which must be an answer of JSON-RPC."""
        try:
            line = self.lines.get(timeout=timeout or self.timeout)
        except queue.Empty:
            raise Invalid("no answer") from None
        require(line is not None, "the server has ended")
        require(line.endswith(b"\n"), f"the last line is cut off: {line!r}")
        message = parse(line.decode())
        require(isinstance(message, dict), f"no answer: {line!r}")
        typed(JSONRPCError if "error" in message else JSONRPCResponse, message)
        return message

    def settle(self):
        """Throws away what is still to come."""
        with contextlib.suppress(queue.Empty):
            while self.lines.get(timeout=0.2) is not None:
                pass

    def ask(self, data, timeout=None):
        self.send(data if data.endswith(b"\n") else data + b"\n")
        return self.answer(timeout)

    def request(self, method, params=None, id=None, timeout=None):
        """The answer, which must carry the request's id."""
        if id is None:
            self.last_id += 1
            id = self.last_id
        message = {"jsonrpc": "2.0", "id": id, "method": method}
        if params is not None:
            message["params"] = params
        answer = self.ask(json.dumps(message).encode(), timeout)
        require(type(answer["id"]) is type(id) and answer["id"] == id, f"id {id!r} came back as {answer['id']!r}")
        return answer

    def result(self, method, params=None, version=OLD, **options):
        if version == NEW:
            params = {**(params or {}), "_meta": META}
        answer = self.request(method, params, **options)
        require("result" in answer, f"an error: {answer}")
        mcp_result(method, version, answer["result"])
        return answer["result"]

    def call(self, name, arguments, version=OLD, **options):
        """The result of a tool as (text, is an error)."""
        params = {"name": name, "arguments": arguments}
        if version == NEW:
            params["_meta"] = META
        answer = self.request("tools/call", params, **options)
        require("result" in answer, f"an error: {answer}")
        check(f"mcp-{version}", json.dumps(answer))
        result = answer["result"]
        [part] = result["content"]
        if "structuredContent" in result:
            check_structured(part["text"], result["structuredContent"])
        return part["text"], result.get("isError", False)

    def quiet(self, data):
        """No answer: the next one belongs to the ping that follows."""
        self.send(data)
        require(self.request("ping").get("result") == {}, "no answer to the ping that followed")


def code(answer, *expected, id=None):
    require("error" in answer, f"expected an error, got {answer}")
    require(answer["error"]["code"] in expected, f"expected code {expected}, got {answer['error']}")
    require(answer["error"]["message"], "an error without a message")
    require(answer["id"] == id, f"expected the id {id!r}, got {answer['id']!r}")


def check_structured(text, structured):
    try:
        value = json.loads(text)
    except ValueError:
        value = text
    require(structured in (value, text), f"structuredContent {structured!r} is not what the text says: {text!r}")


def refusal(answer):
    """Arguments may be refused by the protocol or by the tool; either way the text is what a model can act on."""
    if "error" in answer:
        code(answer, INVALID_PARAMS, id=answer["id"])
        return
    check(f"mcp-{OLD}", json.dumps(answer))
    require(answer["result"].get("isError") is True, f"accepted: {answer['result']}")


def is_reading(text):
    reading = parse(text)
    for key, kind in (("name", str), ("unit", str), ("value", float)):
        require(type(reading.get(key)) is kind, f"{key} is no {kind.__name__}: {text}")
    rest = [value for key, value in reading.items() if key not in ("name", "unit", "value")]
    require(len(rest) == 1 and type(rest[0]) is int, f"expected one more member, the sample count: {text}")


def is_failure(text):
    error = parse(text)
    require(list(error) == ["error"] and isinstance(error["error"], str) and error["error"], f"no error: {text}")
    return error["error"]


def is_overflow(text):
    reason = is_failure(text)
    require("encoding_failed" in reason, f"does not name encoding_failed: {text}")
    require(re.search(r"\d", reason), f"does not name the sizes: {text}")


def check_lines(checks, command, timeout):
    line = Line(command, timeout)
    checks.recover = line.settle
    try:
        with checks.case("first answer"):
            # Building and booting may come before it.
            line.result("ping", timeout=max(300, timeout))
        for group in (lifecycle, requests, malformed, tools, arguments, overflows):
            group(checks, line)
    finally:
        checks.recover = lambda: None
        line.close()


def lifecycle(checks, line):
    client = {"capabilities": {}, "clientInfo": {"name": "check_mcp", "version": "1.0"}}
    for version in HANDSHAKE_PROTOCOL_VERSIONS:
        with checks.case(f"initialize {version}"):
            result = line.result("initialize", {"protocolVersion": version, **client}, version=version)
            require(result["protocolVersion"] in HANDSHAKE_PROTOCOL_VERSIONS, f"{result['protocolVersion']}")
            require(version != OLD or result["protocolVersion"] == OLD, f"{result['protocolVersion']}")
            require("tools" in result["capabilities"], "no tools")
            require(result["serverInfo"]["name"] and result["serverInfo"]["version"], "no name or version")
    with checks.case("initialize with an unknown version"):
        result = line.result("initialize", {"protocolVersion": "1999-01-01", **client})
        require(result["protocolVersion"] in HANDSHAKE_PROTOCOL_VERSIONS, f"{result['protocolVersion']}")
    with checks.case("server/discover"):
        result = line.result("server/discover", version=NEW)
        require(NEW in result["supportedVersions"], f"{result}")
        require("tools" in result["capabilities"], "no tools")
    for method in ("notifications/initialized", "notifications/cancelled", "notifications/unknown", "tools/list"):
        with checks.case(f"notification {method}"):
            line.quiet(json.dumps({"jsonrpc": "2.0", "method": method}).encode() + b"\n")
    with checks.case("notification with params"):
        params = {"requestId": 1, "reason": 'a "reason"'}
        message = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}
        line.quiet(json.dumps(message).encode() + b"\n")


def requests(checks, line):
    """Ids, spellings and ends of lines."""
    uuid = "550e8400-e29b-41d4-a716-446655440000"
    for id in (0, 1, -5, 2**31, 2**53 - 1, "7", "a7", "", uuid, 'q"\\\n\té😀\u2028'):
        with checks.case(f"id {id!r}"):
            line.result("ping", id=id)
    call = '"name":"read_sensor","arguments":{"channel":1}'
    spellings = {
        "members in another order":
            '{"params":{"arguments":{"channel":1},"name":"read_sensor"},"method":"tools/call","id":5,"jsonrpc":"2.0"}',
        "white space":
            '\t{ "jsonrpc" : "2.0" , "id" : 5 , "method" : "tools/call" , "params" : { %s } } ' % call,
        "an escaped slash":
            r'{"jsonrpc":"2.0","id":5,"method":"tools\/call","params":{%s}}' % call,
        "an escaped name":
            r'{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{%s}}' % call.replace("_", r"\u005f"),
        "escaped keys":
            r'{"jsonrpc":"2.0","\u0069d":5,"method":"tools/call","params":{%s}}' % call.replace("am", r"\u0061m"),
        "escaped keys of the arguments":
            r'{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{%s}}' % call.replace("ch", r"\u0063h"),
        "unknown members":
            '{"jsonrpc":"2.0","x":{"id":1,"method":"y"},"id":5,"method":"tools/call",'
            '"params":{"_meta":{"progressToken":1,"name":"z"},%s},"y":[{}]}' % call,
    }
    for label, text in spellings.items():
        with checks.case(label):
            answer = line.ask(text.encode())
            require(answer["id"] == 5, f"expected the id 5: {answer}")
            require("result" in answer and not answer["result"].get("isError"), f"{answer}")
            is_reading(answer["result"]["content"][0]["text"])
    ping = b'{"jsonrpc":"2.0","id":%d,"method":"ping"}'
    with checks.case("CR LF"):
        require(line.ask(ping % 1 + b"\r\n")["id"] == 1, "another id")
        line.quiet(b"")
    for blank in (b"\n", b"\r\n", b"  \n"):
        with checks.case(f"a blank line {blank!r}"):
            line.quiet(blank)
    with checks.case("three requests at once"):
        line.send(ping % 1 + b"\n" + ping % 2 + b"\r\n" + ping % 3 + b"\n")
        ids = [line.answer()["id"] for _ in range(3)]
        require(ids == [1, 2, 3], f"answered as {ids}")
    with checks.case("a request in two pieces"):
        text = ping % 4 + b"\n"
        line.send(text[:20])
        require(line.ask(text[20:])["id"] == 4, "another id")


def malformed(checks, line):
    for text in (b"hello", b"{", b"\x00", b"[" * 150,
                 b'{"jsonrpc":"2.0","id":1,"method":"ping"', b'{"jsonrpc":"2.0","id":1,"method":"ping"]',
                 b'{"jsonrpc":"2.0","id":1,"method":"ping",}', b'{"jsonrpc":"2.0","id":01,"method":"ping"}',
                 b'{"jsonrpc":"2.0","id":1,"method":"\xff\xfe"}', b'{"jsonrpc":"2.0","id":1,"method":"pi\tng"}',
                 b'{"jsonrpc":"2.0","id":1,"method":"ping"} {}'):
        with checks.case(f"not JSON: {text[:60]!r}"):
            # How far it was read before the mistake is the server's business, and so is whether the id was found.
            answer = line.ask(text)
            code(answer, PARSE_ERROR, id=answer["id"])
            require(answer["id"] in (None, 1), f"an id from nowhere: {answer}")
            line.quiet(b"")
    for text in (b"[]", b"42", b'"ping"', b"null", b'{"jsonrpc":"2.0","id":1}', b'{"jsonrpc":"2.0","id":1,"method":5}',
                 b'{"jsonrpc":"2.0","id":{},"method":"ping"}', b'{"jsonrpc":"2.0","id":[1],"method":"ping"}',
                 b'{"jsonrpc":"2.0","id":true,"method":"ping"}', b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]'):
        with checks.case(f"no request: {text.decode()}"):
            answer = line.ask(text)
            code(answer, INVALID_REQUEST, id=answer["id"])
            require(answer["id"] in (None, 1), f"an id from nowhere: {answer}")
            line.quiet(b"")
    for method in ("no/such", "resources/list", "prompts/list", "logging/setLevel", "", 'a"b\\c\n', "ping "):
        for version, params in ((OLD, None), (NEW, {"_meta": META})):
            with checks.case(f"unknown method {method!r} {version}"):
                code(line.request(method, params, id="m"), METHOD_NOT_FOUND, id="m")
    for params in ({"name": "no_such", "arguments": {}}, {"name": 'a"b\\c\n', "arguments": {}}, {"name": ""},
                   {"arguments": {}}, {"name": 5}, {"name": "read_sensor", "arguments": [1]},
                   {"name": "read_sensor", "arguments": "{}"}, {}, None):
        for version in (OLD, NEW):
            with checks.case(f"tools/call {json.dumps(params)} {version}"):
                given = {**(params or {}), "_meta": META} if version == NEW else params
                code(line.request("tools/call", given, id="p"), INVALID_PARAMS, id="p")


def tools(checks, line):
    for version in (OLD, NEW):
        with checks.case(f"tools/list {version}"):
            listed = line.result("tools/list", version=version)["tools"]
            names = {tool["name"] for tool in listed}
            require(names == set(GOOD_ARGUMENTS), f"{names}")
        for given in GOOD_ARGUMENTS["read_sensor"]:
            with checks.case(f"read_sensor {given} {version}"):
                text, failed = line.call("read_sensor", given, version)
                require(not failed, text)
                is_reading(text)
        with checks.case(f"read_log {version}"):
            text, failed = line.call("read_log", {"lines": 2}, version)
            require(not failed and text, f"{text!r}")
        for given in GOOD_ARGUMENTS["set_led"]:
            with checks.case(f"set_led {given} {version}"):
                text, failed = line.call("set_led", given, version)
                require((text, failed) == ("null", False), f"{text!r}, {failed}")
        with checks.case(f"self_test {version}"):
            text, failed = line.call("self_test", {}, version)
            require(failed, text)
            is_failure(text)
    with checks.case("tools/list with empty params"):
        line.result("tools/list", {})
    with checks.case("self_test without arguments"):
        answer = line.request("tools/call", {"name": "self_test"})
        require(answer.get("result", {}).get("isError"), f"{answer}")


def arguments(checks, line):
    schemas = {}
    with checks.case("the schemas of the arguments"):
        for tool in line.result("tools/list")["tools"]:
            schema = tool["inputSchema"]
            jsonschema.Draft202012Validator.check_schema(schema)
            schemas[tool["name"]] = jsonschema.Draft202012Validator(schema)
    # The schema is what the model sees: it must agree with what the tool then takes.
    for name in GOOD_ARGUMENTS:
        for given in GOOD_ARGUMENTS[name]:
            with checks.case(f"schema of {name} takes {given}"):
                require(schemas[name].is_valid(given), "refused")
        for given in BAD_ARGUMENTS.get(name, []):
            with checks.case(f"schema of {name} refuses {given}"):
                require(not schemas[name].is_valid(given), "accepted")
    for name, cases in BAD_ARGUMENTS.items():
        for given in cases:
            with checks.case(f"{name} {json.dumps(given)} is refused"):
                refusal(line.request("tools/call", {"name": name, "arguments": given}))
        with checks.case(f"{name} without arguments is refused"):
            refusal(line.request("tools/call", {"name": name}))
        with checks.case(f"{name} with null as arguments is refused"):
            refusal(line.request("tools/call", {"name": name, "arguments": None}))
    for name, given in ONE_MORE_MEMBER.items():
        with checks.case(f"{name} {json.dumps(given)} is treated as its schema says"):
            answer = line.request("tools/call", {"name": name, "arguments": given})
            if schemas[name].is_valid(given):
                require("result" in answer and not answer["result"].get("isError"), f"{answer}")
            else:
                refusal(answer)
    with checks.case("a deep member that nobody asked for"):
        deep = json.loads("[" * 100 + "]" * 100)
        answer = line.request("tools/call", {"name": "read_sensor", "arguments": {"channel": 1, "x": deep}})
        if "error" in answer:
            code(answer, INVALID_PARAMS, PARSE_ERROR, INVALID_REQUEST, id=answer["id"])
        line.quiet(b"")


def overflows(checks, line):
    """Too long for the server's buffers, in either direction, and everything after it works."""
    padding = "x" * TOO_LONG
    for label, text in {
        "id first": '{"jsonrpc":"2.0","id":9,"method":"ping","params":{"x":"%s"}}' % padding,
        "id last": '{"params":{"x":"%s"},"method":"ping","id":9,"jsonrpc":"2.0"}' % padding,
        "no JSON": padding,
        "no end in sight": '{"a":' * (TOO_LONG // 5),
    }.items():
        with checks.case(f"a request that is too long: {label}"):
            answer = line.ask(text.encode())
            require("error" in answer and answer["error"]["message"], f"{answer}")
            require(answer["id"] in (None, 9), f"an id from nowhere: {answer}")
            line.quiet(b"")
    with checks.case("one too long between two others"):
        ping = '{"jsonrpc":"2.0","id":%d,"method":"ping"}\n'
        line.send((ping % 1 + padding + "\n" + ping % 2).encode())
        first, long, second = (line.answer() for _ in range(3))
        require(first["id"] == 1 and "error" in long and second["id"] == 2, f"{first} {long} {second}")

    for version in (OLD, NEW):
        with checks.case(f"read_log 500 {version}"):
            text, failed = line.call("read_log", {"lines": 500}, version)
            require(failed, f"{len(text)} bytes of text")
            is_overflow(text)
        with checks.case(f"the call after it {version}"):
            text, failed = line.call("read_sensor", {"channel": 2}, version)
            require(not failed, text)
        with checks.case(f"every size of read_log fits or is an error {version}"):
            # The longest that fits; each step in between is checked as well.
            fits, too_large = 0, 500
            while too_large - fits > 1:
                middle = (fits + too_large) // 2
                text, failed = line.call("read_log", {"lines": middle}, version)
                if failed:
                    is_overflow(text)
                    too_large = middle
                else:
                    fits = middle
            require(fits > 0, "not even one line fits")

    with checks.case("200 calls in a row"):
        for i in range(200):
            id = i if i % 2 else f"call-{i}"
            version = NEW if i % 3 else OLD
            match i % 5:
                case 0 | 1:
                    text, failed = line.call("read_sensor", {"channel": i % 4}, version, id=id)
                    require(not failed, text)
                    is_reading(text)
                case 2:
                    text, failed = line.call("set_led", {"on": i % 2 == 0}, version, id=id)
                    require(not failed and text == "null", text)
                case 3:
                    text, failed = line.call("read_log", {"lines": 500}, version, id=id)
                    require(failed, text)
                case 4:
                    text, failed = line.call("self_test", {}, version, id=id)
                    require(failed, text)


# --------------------------------------------------------------------------------------------- the official client


def text_of(result):
    [part] = result.content
    if result.structured_content is not None:
        check_structured(part.text, result.structured_content)
    return part.text


async def check_client(checks, mode, command, timeout):
    server = StdioServerParameters(command=command[0], args=command[1:], env=dict(os.environ))
    with checks.case(f"client {mode}: connection"):
        async with Client(server, mode=mode, read_timeout_seconds=timeout) as client:
            await client_session(checks, mode, client)


async def client_session(checks, mode, client):
    def case(label):
        return checks.case(f"client {mode}: {label}")

    async def call(name, arguments, failed=False):
        result = await client.call_tool(name, arguments)
        text = text_of(result)
        require(bool(result.is_error) == failed, f"is_error is {result.is_error}: {text}")
        return text

    with case("version"):
        expected = OLD if mode == "legacy" else NEW
        require(client.session.protocol_version == expected, f"{client.session.protocol_version}, not {expected}")
        if mode != NEW:
            # With a fixed version the client does not ask what the server is.
            require(client.session.server_capabilities.tools is not None, "no tools")
    with case("tools/list"):
        listed = (await client.list_tools()).tools
        names = {tool.name for tool in listed}
        require(names == set(GOOD_ARGUMENTS), f"{names}")
        require(all(tool.description for tool in listed), "a tool without a description")
    if mode == "legacy":
        with case("ping"):
            await client.session.send_ping()
    for given in GOOD_ARGUMENTS["read_sensor"]:
        with case(f"read_sensor {given}"):
            is_reading(await call("read_sensor", given))
    with case("read_log"):
        require(await call("read_log", {"lines": 2}), "no text")
    for given in GOOD_ARGUMENTS["set_led"]:
        with case(f"set_led {given}"):
            text = await call("set_led", given)
            require(text == "null", text)
    with case("self_test"):
        is_failure(await call("self_test", {}, failed=True))
    with case("self_test without arguments"):
        is_failure(await call("self_test", None, failed=True))
    for name, cases in BAD_ARGUMENTS.items():
        for given in cases:
            with case(f"{name} {json.dumps(given)} is refused"):
                try:
                    result = await client.call_tool(name, given)
                    require(result.is_error, f"accepted: {text_of(result)}")
                except MCPError as error:
                    require(error.error.code == INVALID_PARAMS, f"{error.error}")
    with case("an unknown tool"):
        try:
            result = await client.call_tool("no_such", {})
            raise Invalid(f"answered with a result: {text_of(result)}")
        except MCPError as error:
            require(error.error.code == INVALID_PARAMS, f"{error.error}")
    with case("200 calls, with an overflow in the middle"):
        for i in range(200):
            if i % 50 == 25:
                is_overflow(await call("read_log", {"lines": 500}, failed=True))
            else:
                is_reading(await call("read_sensor", {"channel": i % 4}))


def main(arguments):
    if "--" not in arguments:
        print(__doc__, file=sys.stderr)
        return 2
    split = arguments.index("--")
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--name", default="mcp")
    parser.add_argument("--timeout", type=float, default=10)
    options = parser.parse_args(arguments[:split])
    command = arguments[split + 1:]
    # The client logs what it refuses with a traceback; the check that fails says it in a line.
    logging.disable(logging.CRITICAL)
    checks = Checks(options.name)
    check_lines(checks, command, options.timeout)
    for mode in ("auto", "legacy", NEW):
        anyio.run(check_client, checks, mode, command, options.timeout)
    print(f"{options.name}: {checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
