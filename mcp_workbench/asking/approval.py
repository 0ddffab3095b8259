"""The policy of one agent: which calls are asked about, and what was answered."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Literal, Protocol, cast, get_args

from ..errors import ApprovalDenied, UsageInvalid, near
from ..visible import one_line, printed
from .annotations import needs_approval, reason_to_ask
from .outside import came_from_outside
from .person import nobody
from .question import Asker, Decision, Question
from .turns import Turns

Named = Literal["destructive", "always", "never"]
Rule = Callable[[Question], bool | Decision | Awaitable[bool | Decision]]
Policy = Named | Rule
POLICIES = get_args(Named)
DECISIONS = get_args(Decision)
HINTS = {
    "person": "it is asked again at the next call",
    "policy": "the function given as the policy decides about it",
    "broken": "whatever cannot be answered is denied",
}


class Guard(Protocol):
    """Decides whether a call may be made."""

    async def check(self, question: Question, annotations: Mapping[str, Any]) -> None:
        """Return where the call may be made.

        Args:
            question: the call.
            annotations: of the tool, as on the wire.

        Raises:
            ApprovalDenied: it may not.
        """
        ...


class Approval:
    """Lets a call pass, asks a person about it, or refuses it.

    A person is asked one question at a time, and "session" holds for all later calls of that tool,
    until another one stands behind its name.
    Whatever goes wrong on the way to an answer denies: a broken guard lets nobody in.

    Args:
        policy: `"destructive"` asks about tools that are annotated as destructive, or not at all;
            `"always"` about every call; `"never"` about none. A function is given the `Question`
            and returns whether to ask, or at once what is decided.
        asker: how to ask the person; `ask_person` is the way of this kernel. Without one nobody
            can be asked, and what would be asked is denied, as it is in a headless run.
        approved: full names of tools that need no question.

    Raises:
        UsageInvalid: there is no such policy.

    >>> import asyncio
    >>> async def yes(question):
    ...     print("asked about", question.tool)
    ...     return "session"
    >>> approval = Approval("always", yes)
    >>> for _ in range(2):
    ...     asyncio.run(approval.check(Question("files.delete"), {}))
    asked about files.delete
    """

    def __init__(
        self,
        policy: Policy = "destructive",
        asker: Asker | None = None,
        approved: Iterable[str] = (),
    ) -> None:
        if not callable(policy) and policy not in POLICIES:
            raise UsageInvalid(
                f"there is no policy {one_line(str(policy))!r}",
                hint=f"{near(str(policy), POLICIES)}, or a function that is given the question",
                reason="policy",
            )
        self.policy, self.asker = policy, asker
        self.approved = {approved} if isinstance(approved, str) else set(approved)
        self._session: set[tuple[str, str]] = set()  # tools and their definitions
        self._turns = Turns()

    async def check(self, question: Question, annotations: Mapping[str, Any]) -> None:
        """See `Guard`; the `reason` of the question is filled in here where it is empty.

        Raises:
            ApprovalDenied: it may not; `reason` says who denied: `person`, `policy`, `headless`
                (nobody can be asked) or `broken` (policy or asker failed), or what the asker says.
        """
        if self._is_approved(question):
            return
        if not question.reason:
            question = replace(question, reason=self._reason(annotations))
        verdict = await self._ruled(question, annotations)
        if verdict is True:
            await self._ask(question)
        elif verdict == "session":
            self._session.add(_key(question))
        elif verdict == "denied":
            raise _denied(question, "the policy does not allow it", "policy")

    def _is_approved(self, question: Question) -> bool:
        return question.tool in self.approved or _key(question) in self._session

    def _reason(self, annotations: Mapping[str, Any]) -> str:
        if self.policy == "destructive":
            return reason_to_ask(annotations)
        every = "the policy asks before every call"
        return every if self.policy == "always" else "the policy asks about this call"

    async def _ruled(self, question: Question, annotations: Mapping[str, Any]) -> bool | Decision:
        """Whether to ask, or what is decided already."""
        if callable(self.policy):
            return await self._answered(question, self.policy, "the policy", (True, False))
        if self.policy == "destructive":
            return needs_approval(annotations)
        return self.policy == "always"

    async def _ask(self, question: Question) -> None:
        async with self._turns:
            if self._is_approved(question):
                return  # the question before this one was about the same tool
            if self.asker is None:
                raise nobody(question)
            decision = await self._answered(question, self.asker, "the question")
            if decision == "session":
                self._session.add(_key(question))
            elif decision == "denied":
                raise _denied(question, "a person denied it", "person")

    async def _answered(
        self, question: Question, ask: Callable[..., Any], who: str, more: tuple[bool, ...] = ()
    ) -> Any:
        """What `ask` says, where that is one of the decisions, or of `more`."""
        try:
            said = ask(question)
            if inspect.isawaitable(said):
                said = await cast("Awaitable[object]", said)
        except ApprovalDenied:
            raise
        except BaseException as error:
            if came_from_outside(error):
                raise
            # code of a person: whatever it raises denies
            fault = one_line(f"{type(error).__name__}: {printed(error, str)}")
            raise _denied(question, f"{who} failed: {fault}", "broken") from error
        decided = isinstance(said, str) and said in DECISIONS
        if not decided and not any(said is one for one in more):
            told = f"{who} gave {one_line(printed(said))}, not one of {', '.join(DECISIONS)}"
            raise _denied(question, told, "broken")
        return said


def _key(question: Question) -> tuple[str, str]:
    return question.tool, question.definition


def _denied(question: Question, why: str, reason: str) -> ApprovalDenied:
    tool = one_line(question.tool)
    return ApprovalDenied(f"{tool} was not called: {why}", hint=HINTS[reason], reason=reason)
