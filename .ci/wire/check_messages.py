#!/usr/bin/env python3
"""Runs the example `reply` over awkward values in every dialect, and checks what it prints.

    check_messages.py [PATH OF THE COMPILED EXAMPLE]    builds it when no path is given

Every message must be accepted by the provider's SDK types (validate.py) and must decode back: the same id and name,
the error flag as it should be, and the same value after undoing exactly one level of escaping. Prints a line for each
failure and the totals; exit status 1 when anything failed.
"""
import dataclasses
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

# Nothing is left behind in the source tree.
sys.dont_write_bytecode = True
from validate import DIALECTS, Invalid, check, parse

ROOT = Path(__file__).resolve().parents[2]
# `reply` speaks the newest version of each of MCP's generations.
REPLY_DIALECTS = [dialect for dialect in DIALECTS if dialect != "mcp-2025-06-18"]

AWKWARD = 'a"b\\c\n\t\x01\x7f/é\u2028😀'
EVERY_CONTROL = "".join(map(chr, range(0x20))) + "\x7f"
LONG = 'line "1"\n\\ and more; ' * 1000

TEXTS = [
    "",
    "hello",
    'first "line"\nsecond \'line\'\n',
    "with\r\nCR LF\r\n",
    # Looks like JSON, and is text all the same.
    '{"a":1}',
    "[1,2]",
    '"quoted"',
    "null",
    "42",
    '{"cut',
    # Looks escaped already.
    r'\" \\ \n \u0041 \/',
    EVERY_CONTROL,
    AWKWARD,
    "</script> <!-- & %{a: 1} #{x} ${y}",
    "\u2028\u2029 \ufeff e\u0301 \u202eright to left \U0010ffff",
    "👩‍👩‍👧‍👦 🏳️‍🌈 日本語",
    " ",
    LONG,
]

# As JSON text, so that numbers are what is written here.
VALUES = [json.dumps(text, ensure_ascii=False) for text in TEXTS] + [
    r'"caf\u00e9 \ud83d\ude00 \/"',
    "null",
    "true",
    "false",
    "0",
    "-1",
    "42",
    "21.5",
    "0.1",
    "-0.0",
    "1.0",
    "1e21",
    "1e300",
    "5e-324",
    "-2.5e-10",
    "9007199254740993",
    "18446744073709551615",
    "-9223372036854775808",
    "123456789012345678901234567890",
    "[]",
    "[[]]",
    "[{}]",
    "[1,2,3]",
    '["a",null,true,1.5,{"b":[]}]',
    json.dumps([AWKWARD] * 3),
    "{}",
    '{"a":1}',
    '{"":null}',
    '{ "spaced" : [ 1 , { "out" : "a  b" } ] }',
    '{"name":"kitchen","value":21.5,"unit":"°C","samples":12}',
    json.dumps({AWKWARD: AWKWARD, EVERY_CONTROL: EVERY_CONTROL}),
    json.dumps({"text": '{"inner":"{\\"most\\":\\"x\\"}"}'}),
    # Success that looks like an error, or like parts of a message.
    '{"error":"not really"}',
    '{"ok":1}',
    '{"output":1,"error":2}',
    '{"type":"text","text":"x"}',
    '{"is_error":true,"isError":true,"status":"error"}',
    '{"a":' * 30 + "[1]" + "}" * 30,
    "[" * 30 + "]" * 30,
    json.dumps([{"id": i, "ok": i % 2 == 0, "text": "abc\n"} for i in range(200)]),
]

TOO_DEEP = "[" * 60 + "]" * 60

# Too large for 1024 bytes, in each way of being written.
LARGE = [
    json.dumps(LONG),
    json.dumps("é" * 1000),
    json.dumps(list(range(1000))),
    json.dumps({f"key {i}": '"' for i in range(300)}),
]


@dataclasses.dataclass
class Call:
    """A run of `reply`. The id is what should come back in the message."""
    dialect: str
    stdin: str
    flags: tuple = ()
    capacity: int = 65536
    id: object = None
    name: str = "get_weather"
    # What to write after --id; only MCP's has a syntax of its own.
    id_argument: str = None

    def __post_init__(self):
        is_mcp = self.dialect.startswith("mcp-")
        if self.id is None:
            # Nine letters and digits: good for every dialect.
            self.id = 7 if is_mcp else "D681PevKs"
        if self.id_argument is None:
            self.id_argument = json.dumps(self.id, ensure_ascii=False) if is_mcp else self.id

    def command(self):
        return ["--dialect", self.dialect, "--id", self.id_argument, "--name", self.name,
                "--capacity", str(self.capacity), *self.flags]


@dataclasses.dataclass
class Answer:
    """What a message says. `None`: the dialect has no place for it."""
    id: object
    name: str | None
    failed: bool | None
    # The content: either `text`, or a JSON value in the message itself.
    value: object
    is_text: bool
    # MCP may carry the value beside the text.
    structured: list = dataclasses.field(default_factory=list)


def decode(dialect, message):
    def text(id, name, failed, content):
        return Answer(id, name, failed, content, True)

    match dialect:
        case "openai-chat" | "cohere":
            return text(message["tool_call_id"], None, None, message["content"])
        case "openai-responses":
            return text(message["call_id"], None, None, message["output"])
        case "mistral":
            return text(message["tool_call_id"], message["name"], None, message["content"])
        case "ollama":
            return text(None, message["tool_name"], None, message["content"])
        case "anthropic":
            [block] = message["content"]
            return text(block["tool_use_id"], None, block.get("is_error", False), block.get("content", ""))
        case "gemini":
            [part] = message["parts"]
            answer = part["functionResponse"]
            [(key, value)] = answer["response"].items()
            if key == "error" and not isinstance(value, dict):
                # `error` may hold the reason itself, instead of an object that holds it.
                value = {"error": value}
            return Answer(answer.get("id"), answer["name"], key == "error", value, False)
        case "gemini-interactions":
            result = message["result"]
            return Answer(message["call_id"], message["name"], message.get("is_error", False), result,
                          isinstance(result, str))
        case "bedrock":
            [block] = message["content"]
            result = block["toolResult"]
            [part] = result["content"]
            [(kind, value)] = part.items()
            return Answer(result["toolUseId"], None, result.get("status") == "error", value, kind == "text")
        case _:
            result = message["result"]
            [part] = result["content"]
            structured = [result["structuredContent"]] if "structuredContent" in result else []
            return Answer(message["id"], None, result.get("isError", False), part["text"], True, structured)


def same(a, b):
    """Equal as JSON: no number for a boolean, no float for an integer, no 0.0 for -0.0."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, int) and not -(2**63) <= a < 2**64:
        # The example's JSON parser makes a float of it.
        a = float(a)
        b = float(b)
    return type(a) is type(b) and repr(a) == repr(b)


def require(holds, text):
    if not holds:
        raise Invalid(text)


def shown(value, limit=160):
    text = json.dumps(value)
    return text if len(text) <= limit else text[:limit] + "…"


class Checks:
    def __init__(self, reply):
        self.reply = reply
        self.passed = 0
        self.failed = 0

    def run(self, call):
        """Status and standard output; a status of 1 must come with a reason and nothing else."""
        done = subprocess.run([self.reply, *call.command()], input=call.stdin.encode(), capture_output=True, timeout=20)
        require(done.returncode in (0, 1), f"exit status {done.returncode}: {done.stderr.decode()!r}")
        if done.returncode == 1:
            require(done.stdout == b"", "exit status 1, but with something on standard output")
            require(done.stderr.strip(), "exit status 1 without a reason on standard error")
        return done.returncode, done.stdout.decode()

    def message(self, call):
        """The one line, without its end."""
        status, out = self.run(call)
        require(status == 0, "no message, exit status 1")
        require(out.endswith("\n") and "\n" not in out[:-1] and "\r" not in out, f"not one line: {out!r}")
        require(len(out[:-1].encode()) <= call.capacity, "longer than the capacity")
        return out[:-1]

    def answer(self, call):
        """The message taken apart, after everything in it that does not depend on the result was checked."""
        line = self.message(call)
        try:
            message = check(call.dialect, json.dumps(plain(parse(line))))
            answer = decode(call.dialect, parse(line))
            for what, got, expected in [("id", answer.id, call.id), ("name", answer.name, call.name)]:
                if got is not None or what == "id" and call.dialect != "ollama":
                    require(same(got, expected), f"{what}: expected {shown(expected)}, got {shown(got)}")
        except Invalid as error:
            raise Invalid(f"{error}; message: {line[:400]}") from None
        return answer, line

    def result(self, call, value, is_text):
        """`call` is answered with this result and no error."""
        answer, line = self.answer(call)
        require(answer.failed in (None, False), f"marked as an error: {line[:400]}")
        self.content(call, answer, line, value, is_text)

    def error(self, call, reason):
        """`call` is answered with this reason of an error; a `None` in its place stands for any text."""
        answer, line = self.answer(call)
        require(answer.failed in (None, True), f"not marked as an error: {line[:400]}")
        if reason is None:
            reason = reason_of(answer, line)
            require(reason, f"the error has no text: {line[:400]}")
        self.content(call, answer, line, {"error": reason}, False)

    def replaced(self, call, bare=False):
        """`call` is answered with an error that says that the result could not be encoded. In the smallest buffers it
        may be the `bare` word, without an object around it.
        """
        answer, line = self.answer(call)
        require(answer.failed in (None, True), f"not marked as an error: {line[:400]}")
        if bare and answer.is_text and answer.value == "encoding_failed":
            return answer.value
        reason = reason_of(answer, line)
        require("encoding_failed" in reason, f"does not name encoding_failed: {line[:400]}")
        self.content(call, answer, line, {"error": reason}, False)
        return reason

    def content(self, call, answer, line, value, is_text):
        is_object = isinstance(value, dict)
        if call.dialect == "gemini":
            require(not answer.is_text, "not a JSON value")
        elif call.dialect in ("gemini-interactions", "bedrock"):
            # A failed result may be text at Bedrock: its rule for errors speaks of text only.
            either = call.dialect == "bedrock" and answer.failed
            expected = "an object" if is_object else "text"
            require(either or answer.is_text != is_object, f"expected {expected}: {line[:400]}")
        got = answer.value
        if answer.is_text and not is_text:
            got = parse_compact(got)
        for found in [got, *answer.structured]:
            require(same(value, found), f"content: expected {shown(value)}, got {shown(found)}; message: {line[:400]}")

    def case(self, call, expect, *arguments):
        """One check, counted."""
        try:
            expect(call, *arguments)
            self.passed += 1
        except (Invalid, subprocess.TimeoutExpired, UnicodeDecodeError, LookupError, TypeError, ValueError) as error:
            self.failed += 1
            text = str(error) if isinstance(error, Invalid) else repr(error)
            stdin = shown(call.stdin, 80)
            print(f"FAIL reply {shlex.join(call.command())} <<< {stdin}: {text}".replace("\n", "\\n"))


def plain(value):
    """The message with usual ids and names. Which ids are allowed is between the provider and the caller."""
    if isinstance(value, dict):
        return {key: plain(member) for key, member in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return "D681PevKs" if value == AWKWARD else value


def parse_compact(text):
    value = parse(text)
    outside_strings = re.sub(r'"(?:[^"\\]|\\.)*"', '""', text)
    require(not re.search(r"\s", outside_strings), f"JSON with white space: {text[:200]}")
    return value


def reason_of(answer, line):
    content = parse_compact(answer.value) if answer.is_text else answer.value
    require(isinstance(content, dict) and list(content) == ["error"] and isinstance(content["error"], str),
            f'expected {{"error":"…"}}: {line[:400]}')
    return content["error"]


def check_values(checks):
    for dialect in REPLY_DIALECTS:
        for text in VALUES:
            value = json.loads(text)
            checks.case(Call(dialect, text), checks.result, value, isinstance(value, str))
            # Only a string is taken verbatim; the text made of any other reason is the encoder's own test.
            checks.case(Call(dialect, text, ("--error",)), checks.error, value if isinstance(value, str) else None)
        for text in TEXTS:
            checks.case(Call(dialect, text, ("--text",)), checks.result, text, True)
        checks.case(Call(dialect, TOO_DEEP), checks.replaced)


def check_ids(checks):
    for dialect in REPLY_DIALECTS:
        for flags in [(), ("--error",), ("--text",)]:
            expect = checks.error if "--error" in flags else checks.result
            arguments = ["hello"] if "--error" in flags else ["hello", True]
            stdin = "hello" if "--text" in flags else '"hello"'
            checks.case(Call(dialect, stdin, flags, id=AWKWARD, name=AWKWARD), expect, *arguments)
        # The error that replaces a result is a second way through the code.
        checks.case(Call(dialect, LARGE[0], id=AWKWARD, name=AWKWARD, capacity=1024), checks.replaced)
        if dialect.startswith("mcp-"):
            for id in [0, -1, 2**53 - 1, "a7", "7", "", "null", "{}"]:
                checks.case(Call(dialect, '{"a":1}', id=id), checks.result, {"a": 1}, False)
            escaped = Call(dialect, "[1]", id="é\u2028/", id_argument=r'"\u00e9\u2028\/"')
            checks.case(escaped, checks.result, [1], False)


def check_capacities(checks):
    for dialect in REPLY_DIALECTS:
        for text in LARGE:
            value = json.loads(text)
            inputs = [(text, ()), (text, ("--error",))]
            if isinstance(value, str):
                inputs.append((value, ("--text",)))
            for stdin, flags in inputs:
                if not isinstance(value, str) and "--error" in flags:
                    continue
                checks.case(Call(dialect, stdin, flags, 1024), replaced_with_sizes, checks)
                checks.case(Call(dialect, stdin, flags, 256), checks.replaced)
                checks.case(Call(dialect, stdin, flags, 64), replaced_or_refused, checks)
                short = None if dialect.startswith("mcp-") else "a"
                checks.case(Call(dialect, stdin, flags, 64, id=short, name="b"), replaced_or_refused, checks)
        checks.case(Call(dialect, "a" * 70_000, ("--text",)), replaced_with_sizes, checks)
        checks.case(Call(dialect, '{"a":1}', capacity=256), same_at_every_capacity, checks)
        for capacity in (256, 1024):
            checks.case(Call(dialect, "a" * 10, ("--text",), capacity), exact_fit, checks)


def replaced_with_sizes(call, checks):
    reason = checks.replaced(call)
    require(re.search(r"\d", reason), f"does not name the sizes: {reason!r}")


def replaced_or_refused(call, checks):
    """In so small a buffer not even the shortest error may fit; then nothing is printed."""
    status, _ = checks.run(call)
    if status == 0:
        checks.replaced(call, bare=True)


def same_at_every_capacity(call, checks):
    roomy = dataclasses.replace(call, capacity=65536)
    require(checks.message(call) == checks.message(roomy), "another message than in a large buffer")


def exact_fit(call, checks):
    """The longest text that fits is sent, and one character more is not."""
    line = checks.message(call)
    # Where the text is sent twice, it grows by two bytes at a time.
    times = line.count(call.stdin)
    longest = (call.capacity - len(line)) // times + len(call.stdin)
    fits = dataclasses.replace(call, stdin="a" * longest)
    checks.result(fits, fits.stdin, True)
    checks.replaced(dataclasses.replace(call, stdin="a" * (longest + 1)))


def check_usage(checks):
    """What is no JSON is refused, and so are unknown dialects."""
    for stdin in ["", "{", "nul", "1 2", "[1,]"]:
        checks.case(Call("openai-chat", stdin), refused, checks)
    checks.case(Call("openai", "1"), refused, checks)


def refused(call, checks):
    done = subprocess.run([checks.reply, *call.command()], input=call.stdin.encode(), capture_output=True, timeout=20)
    require(done.returncode != 0, "exit status 0")
    require(done.stdout == b"" and done.stderr.strip(), "a reason belongs on standard error, and nothing elsewhere")
    require(b"panicked" not in done.stderr, f"panicked: {done.stderr.decode()!r}")


def build():
    subprocess.run(["cargo", "build", "--quiet", "--example", "reply"], cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return str(target / "debug/examples/reply")


def main(arguments):
    if len(arguments) > 1 or arguments and arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    checks = Checks(arguments[0] if arguments else build())
    check_values(checks)
    check_ids(checks)
    check_capacities(checks)
    check_usage(checks)
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
