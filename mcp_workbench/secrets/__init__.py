"""Secrets: where they are kept, how definitions refer to them, how they stay out of sight.

`stored` gives and takes them by name, over the stores in `keyring_store` and `encrypted_file`;
`redaction` leaves known values out of whatever is shown or kept, `learning` says which values of a
definition those are, `forms` how one may be written, and `prose` what of a list is for people.
"""

from .learning import passwords_in, secret_values
from .prose import redacted_prose
from .redaction import Redact, Redactor
from .stored import Secrets, Stored, check_secret_name

__all__ = [
    "Redact",
    "Redactor",
    "Secrets",
    "Stored",
    "check_secret_name",
    "passwords_in",
    "redacted_prose",
    "secret_values",
]
