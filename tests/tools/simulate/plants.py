"""Faults that can be built into the app, to show that the simulation finds them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from types import CodeType


@dataclass(frozen=True)
class Fault:
    """`old` stands once in the file and is replaced by `new`."""

    told: str
    file: str
    old: str
    new: str


SESSION, STORE, TRANSPORT = (f"static/js/sync/{name}.js" for name in ("session", "store", "transport"))
NAMED, PUSH = "scores/core/matches/named_entries.py", "scores/table/push/views.py"
OF_NOW = """\
  const reply = await send("POST", `/m/${code}/push/`, body);
  if (!isHeard(reply)) return false;
  const isTaken = reply.status === 200;
  if ([400, 413].includes(reply.status) && body.mutations.length > 1) return push(code, { ...body, mutations: body.mutations.slice(0, 1) });
  const [before, after] = await changed([code], ([record]) =>"""  # noqa: E501

PLANTS = {
    "wrong-target": Fault(
        "an undo takes back what is the newest by now",
        NAMED,
        'if mutation.kind not in ("undo", "redo"):',
        "if mutation.kind:",
    ),
    "wrong-correction": Fault(
        "a correction changes the entry behind the one that is meant",
        NAMED,
        "            return place\n",
        "            return min(place + 1, len(sheet.rows) - 1)\n",
    ),
    "names-not-checked": Fault(
        "points go to a seat whoever sits there now",
        NAMED,
        "if not is_compared and not same_name(",
        "if False and not same_name(",
    ),
    "seat-by-number": Fault(
        "who joined is named by the number of the seat",
        NAMED,
        'return f"{JOINED}{row.client_key}"',
        "return str(seat)",
    ),
    "chain-not-checked": Fault(
        "the server writes behind what the user has not seen",
        PUSH,
        "if place is None or since:",
        "if place is None:",
    ),
    "batch-goes-on": Fault(
        "what stands behind a stopped mutation is written",
        PUSH,
        "self.stopped = mutation, stop\n                break",
        "self.stopped = mutation, stop",
    ),
    "seen-too-early": Fault(
        "a document that comes in counts as seen although lines wait",
        SESSION,
        "if (!record.lines.length && record.document) return",
        "if (record.document) return",
    ),
    "older-document": Fault(
        "an older document takes the place of a newer one",
        SESSION,
        "if (!known) return false;",
        "return false;",
    ),
    "reordered": Fault(
        "a new line goes before those that wait",
        SESSION,
        "lines: [...ahead, line, ...left]",
        "lines: [line, ...ahead, ...left]",
    ),
    "removed-although-stopped": Fault(
        "the line that the server stopped is removed with those that it wrote",
        SESSION,
        "!written.includes(key)) });",
        "!written.includes(key) && key !== answer.stopped?.key) });",
    ),
    "cut-counts-as-written": Fault(
        "what the server has left of a long batch is removed with what it wrote",
        SESSION,
        "const written = answer.written.map(([key]) => key);",
        "const written = (answer.stopped ? answer.written : body.mutations.map(({ key }) => [key])).map(([key]) => key);",  # noqa: E501
    ),
    "limit-asks": Fault(
        "the limit of an hour stops a line",
        SESSION,
        '!stopped || stopped.why === "limit" || !isOurs',
        "!stopped || !isOurs",
    ),
    "another-key": Fault(
        "a line has another key each time that it is sent",
        SESSION,
        "=> ({ key, at, entry, names,",
        "=> ({ key: key + String(Math.random()).slice(2, 8), at, entry, names,",
    ),
    "notice-alone": Fault(
        "it is said that another phone wrote the same, and the line stays",
        SESSION,
        'return { ...seenUpTo({ ...record, lines }, theirs), notice: "same" };',
        'return { ...record, notice: "same" };',
    ),
    "lost-answer-refuses": Fault(
        "a lost answer counts as a refusal",
        TRANSPORT,
        "push/`, body);\n  if (!isHeard(reply)) return false;",
        "push/`, body) ?? { status: 400, said: null };",
    ),
    "lock-not-released": Fault(
        "the lock of the sender is never released after a failure",
        TRANSPORT,
        'locks.request("reenganche-push", sendAll)',
        'locks.request("reenganche-push", () => sendAll().then((isDone) => isDone || new Promise(() => {})))',
    ),
    "never-again": Fault(
        "after a failure nothing is tried again",
        TRANSPORT,
        "if (!isDone) timer = setTimeout(tryAgain, pause());",
        "",
    ),
    "old-version-stays": Fault(
        "documents of an older version of the app are not asked for again",
        TRANSPORT,
        "record.app !== version",
        "!record.app",
    ),
    "dead-worker-stays": Fault(
        "a worker that gave no answer is asked again",
        "static/js/phone/engine.js",
        "    replace(worker);\n    throw error;",
        "    throw error;",
    ),
    "old-record": Fault(
        "an answer is applied to the record from before it was sent",
        TRANSPORT,
        OF_NOW,
        OF_NOW.replace("  const reply", "  const record = await store.read(code);\n  const reply", 1).replace(
            "([record])", "()"
        ),
    ),
    "stored-too-early": Fault(
        "a line counts as stored before the phone has stored it",
        STORE,
        "await ended(work).catch((error) => Promise.reject(failure ?? error))",
        "ended(work).catch(() => failure);\n  await new Promise((resolve) => setTimeout(resolve, 50))",
    ),
    "busy-refuses": Fault(
        "a busy server counts as one that refuses",
        TRANSPORT,
        "status >= 500 || status === 429",
        "status === 429",
    ),
}


def replaced(fault: Fault, text: str) -> str:
    if text.count(fault.old) != 1:
        raise SystemExit(
            f"The plant does not match: {fault.file} has {text.count(fault.old)} times {fault.old!r}"
        )
    return text.replace(fault.old, fault.new)


def build_in(fault: Fault) -> None:
    """Let Python read the file of the fault with it. Before the app is imported."""
    usual = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        if not loader.path.endswith(fault.file):
            return usual(loader, name)
        return compile(replaced(fault, loader.get_data(loader.path).decode()), loader.path, "exec")

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]
