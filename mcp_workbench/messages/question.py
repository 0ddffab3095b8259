"""What a person is asked; the panel's channel carries the answer, with the `id` of the question."""

from typing import Literal, TypedDict

from .form import FieldMessage


class QuestionMessage(TypedDict):
    """Whether a call may be made.

    `arguments` are JSON text, of which `omitted` counts the characters that are left out; `reason`
    says why it is asked.
    """

    version: Literal[1]
    kind: Literal["question"]
    id: str
    name: str
    server: str
    tool: str
    description: str
    arguments: str
    omitted: int
    reason: str
    state: Literal["open", "once", "session", "denied", "gone"]


class PartMessage(TypedDict):
    """One thing that a question is about; `label` may be empty, `omitted` counts characters."""

    label: str
    text: str
    omitted: int


class AskedMessage(TypedDict):
    """What else a person is asked, by a server or by the workbench itself.

    `about` says what an answer is: `form` wants `fields` filled in, which begin with `values`;
    `address` wants `address` opened by the person; `sampling` and `consent` want a yes or no;
    `secret` wants a text that is not shown while it is typed, and is answered as `value`. `title`
    is a line, `text` are the server's own words.
    """

    version: Literal[1]
    kind: Literal["asked"]
    id: str
    about: Literal["form", "address", "sampling", "consent", "secret"]
    title: str
    text: str
    parts: list[PartMessage]
    fields: list[FieldMessage]
    values: dict[str, str]
    address: str
    state: Literal["open", "accepted", "declined", "cancelled", "gone"]
