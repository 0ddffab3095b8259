"""Models by name, by address, by script, or as pydantic-ai has them."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from ..errors import ModelFailed, UsageInvalid, near
from ..specs.masking import masked_address
from ..tools.brief import brief_repr
from ..visible import one_line, printed
from .scripted import ScriptedModel

if TYPE_CHECKING:
    from pydantic_ai.models import Model
    from pydantic_ai.providers import Provider

    from ..sessions.shared_client import SharedClient

# of the others each has a client of its own, which reads the usual variables
TAKE_A_CLIENT = ("OpenAIProvider", "AnthropicProvider")
KEY = "MCP_WORKBENCH_MODEL_KEY"
ADDRESS = re.compile(r"(?P<model>[^\s@]+(?:@[^\s@]+)*?)@(?P<url>https?://\S+)", re.IGNORECASE)
FORMS = 'as in "openai:gpt-5", "qwen3@http://127.0.0.1:8080/v1" or "scripted:steps.yaml"'


@dataclass(frozen=True)
class Choice:
    """The model of an agent before it is used: what to call it, and what makes it.

    Args:
        label: for people.
        scripted: whether prepared answers are played.
        given: what the person gave.
        script: the steps, where there are some.
    """

    label: str
    scripted: bool
    given: str | Model
    script: ScriptedModel | None = None

    @property
    def is_name(self) -> bool:
        """Whether the model is made here, and nobody else uses it."""
        return isinstance(self.given, str)

    def made(self, client: SharedClient) -> Model:
        """The model; keys, packages and addresses are looked up now.

        Args:
            client: what carries its requests, where it is made here and its library takes one.

        Raises:
            Exception: whatever its library raises; `faults.told` tells it in our words.
        """
        from pydantic_ai.models import infer_model

        if self.script is not None:
            return self.script.as_model()
        if not isinstance(self.given, str):
            return self.given
        address = ADDRESS.fullmatch(self.given)
        if address:
            return at_address(address["model"], address["url"], client)
        return infer_model(self.given, provider_factory=lambda name: _provider(name, client))


def chosen(model: object) -> Choice:
    """What `model` names; nothing is loaded that belongs to one provider.

    Raises:
        ModelFailed: there is no such provider, or no such script.
        UsageInvalid: it is neither text nor model.

    >>> chosen("qwen3@http://me:s3cret@127.0.0.1:8080/v1").label
    'qwen3@http://127.0.0.1:8080/v1'
    """
    from pydantic_ai.models import Model

    if isinstance(model, ScriptedModel):
        return Choice(model.label, True, "", model)
    if isinstance(model, Model):
        return _as_given(cast("Model[Any]", model))
    if not isinstance(model, str):
        shown = one_line(printed(model, brief_repr), 60)
        raise UsageInvalid(f"{shown} is no model", hint=FORMS, reason="model")
    if model.startswith("scripted:"):
        return chosen(ScriptedModel.load(model.removeprefix("scripted:")))
    address = ADDRESS.fullmatch(model)
    if address:
        return Choice(
            f"{one_line(address['model'])}@{masked_address(address['url'])}", False, model
        )
    _check_provider(model)
    return Choice(one_line(model), False, model)


def _as_given(model: Model[Any]) -> Choice:
    from pydantic_ai.models.function import FunctionModel
    from pydantic_ai.models.test import TestModel

    if isinstance(model, FunctionModel | TestModel):
        return Choice(f"{one_line(model.model_name)} (scripted)", True, model)
    return Choice(one_line(f"{model.system}:{model.model_name}"), False, model)


def _check_provider(model: str) -> None:
    from pydantic_ai.models import known_model_names
    from pydantic_ai.providers import infer_provider_class

    provider, colon, name = model.partition(":")
    known = {one.partition(":")[0] for one in known_model_names() if ":" in one}
    if not colon or not name:
        full = [one for one in known_model_names() if model and one.endswith(f":{model}")]
        raise ModelFailed(
            f"the model {one_line(model)!r} names no provider",
            hint=near(model, full) if full else FORMS,
            reason="no-provider",
        )
    if provider in known:
        return
    try:
        infer_provider_class(provider)  # there are more than have known models
    except ImportError:
        return  # known, and its package is asked for when it is used
    except ValueError:
        raise ModelFailed(
            f"there is no provider {one_line(provider)!r}",
            hint=near(provider, known),
            reason="unknown-provider",
        ) from None


def _provider(name: str, client: SharedClient) -> Provider[Any]:
    """The provider called `name`, by the client where its library takes one of this kind."""
    from pydantic_ai.providers import infer_provider, infer_provider_class

    if name.partition(":")[0].startswith("gateway/"):
        return infer_provider(name)
    kind: Any = infer_provider_class(name)
    return kind(http_client=client.http) if kind.__name__ in TAKE_A_CLIENT else infer_provider(name)


def at_address(name: str, url: str, client: SharedClient) -> Model:
    """The model `name` behind an address that speaks OpenAI's chat completions.

    Its key is in `MCP_WORKBENCH_MODEL_KEY`; a key of OpenAI is never sent there. Servers of local
    models take a system message at the very start only, so none is sent anywhere else.

    Raises:
        ImportError: the package of OpenAI is missing.
    """
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.profiles import ModelProfile
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider
    from pydantic_ai.settings import ModelSettings

    provider = OpenAICompatibleProvider(
        urlsplit(url).hostname or "local",
        base_url=url,
        api_key=os.environ.get(KEY) or None,
        http_client=client.http,
    )
    return OpenAIChatModel(
        name,
        provider=provider,
        # most take no sound, and one that is sent would make every later request fail
        profile=ModelProfile(supports_inline_system_prompts=False, supports_audio_file_input=False),
        settings=ModelSettings(framing_announcement="never"),
    )
