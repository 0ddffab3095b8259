"""From a reading to a recognition: the convention is settled, then every row is converted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from .codes import Code
from .conventions import DIVISORS, Convention, parse
from .conversion import Converted, Plan, convert
from .detection import Candidate, Certainty, Detection, DetectionSet, Outcome, Recognition, Rejected
from .document import Context
from .drawing import DRAW_CAP
from .frames import Frame, frames
from .readers.reading import Reading, Refusal
from .sheets import Sheet, sheets, values
from .solver import Options, drawable, fits, options, out_of_range

# a row with one of these is drawn without the part that is wrong
SPOILED: frozenset[Code] = frozenset(("bad_polygon", "bad_mask", "mask_too_large"))


class Way(NamedTuple):
    """One way to read all pages: a convention, and a plan for each of them."""

    convention: Convention
    plans: list[Plan]


def settle(reading: Reading | Refusal, context: Context) -> Recognition:
    """The recognition of what a reader has handed on.

    >>> from mcp_workbench.detections.readers.reading import Found, Page, Reading
    >>> page = Page([Found((10, 10, 20, 20))])
    >>> settle(Reading("x", (page,), ("xyxy.px",)), Context(image_size=(64, 64))).outcome
    'ok'
    """
    if isinstance(reading, Refusal):
        return Recognition("error", reading.code, reader=reading.name)
    pages, too_many = sheets(reading, context)
    return _Settler(reading, context, pages, too_many).settle()


@dataclass(frozen=True)
class _Settler:
    """The steps for one reading."""

    reading: Reading
    context: Context
    sheets: list[Sheet]
    too_many: bool

    def settle(self) -> Recognition:
        """The recognition of this reading."""
        hopeless = self._hopeless()
        if hopeless is not None:
            return self._refused(hopeless)
        if self.context.hint is not None:
            return self._chosen(self.context.hint)
        left = self._options([self.reading.words, self.context.words])
        if left.code is not None:
            return self._refused(left.code)
        ways = self._ways(left.conventions)
        if not ways:
            return self._without_picture(left)
        if len(ways) == 1:
            return self._single(ways[0], left)
        return self._several([way for way in ways if self._fits(way)], left.certainty)

    def _options(self, words: Sequence[str]) -> Options:
        scored = any(score is not None for sheet in self.sheets for score in sheet.scores)
        reading = self.reading
        return options(reading.conventions, reading.certainty, words, self._values(), scored=scored)

    def _values(self) -> list[float]:
        return values([sheet.values() for sheet in self.sheets])

    def _single(self, way: Way, left: Options) -> Recognition:
        bare = not self.reading.conventions
        if bare and left.certainty == "declared" and not self._drawable(way):
            # what is said contradicts the boxes, so neither is believed alone
            others = self._ways(self._options(()).conventions)
            return self._several([way, *(o for o in others if self._fits(o))], None)
        if bare and left.certainty == "inferred" and not self._fits(way):
            return self._refused("no_convention_fits")
        return self._done(way, left.certainty)

    def _several(self, ways: list[Way], certainty: Certainty | None) -> Recognition:
        """Ways that fit: one is taken where its certainty is given, several are offered."""
        certainty = "inferred" if certainty == "signature" else certainty
        if len(ways) == 1 and certainty is not None:
            return self._done(ways[0], certainty)
        candidates: dict[tuple[Any, ...], tuple[Way, Candidate]] = {}
        for way in ways:
            found = tuple(d for each in self._converted(way) for d in each.detections)
            key = tuple((each.box, each.polygons) for each in found)
            candidates.setdefault(key, (way, Candidate(str(way.convention), found)))
        offered = [each for each in candidates.values() if each[1].detections]
        if not offered:
            return self._refused("no_convention_fits")
        if len(candidates) == 1 and certainty is not None:
            # several names for the same boxes
            return self._done(offered[0][0], certainty)
        return Recognition(
            "ambiguous",
            candidates=tuple(candidate for _, candidate in offered),
            reader=self.reading.name,
        )

    def _chosen(self, hint: str) -> Recognition:
        """What a person has chosen; names of keys still say which number is which."""
        convention = parse(hint)
        orders = {parse(each).order for each in self.reading.conventions}
        if len(orders) == 1:
            convention = convention._replace(order=orders.pop())
        code = out_of_range(convention.scale, self._values())
        if code is not None:
            return self._refused(code)
        ways = self._ways([convention._replace(frame="")])
        if not ways:
            return self._without_picture(Options([convention], "declared"))
        chosen = [way for way in ways if way.convention == convention]
        if not chosen and len(ways) > 1:
            return self._several([way for way in ways if self._fits(way)], "declared")
        return self._done((chosen or ways)[0], "declared")

    def _ways(self, conventions: Sequence[Convention]) -> list[Way]:
        """A way for every convention and every frame that its numbers may refer to."""
        ways: list[Way] = []
        for convention in conventions:
            choices = [
                frames(convention.scale, sheet.page.size, sheet.target) for sheet in self.sheets
            ]
            for name in choices[0]:
                if all(name in choice for choice in choices):
                    plans = [
                        self._plan(convention, choice[name], sheet, name)
                        for choice, sheet in zip(choices, self.sheets, strict=True)
                    ]
                    ways.append(Way(convention._replace(frame=name), plans))
        return ways

    def _plan(self, convention: Convention, frame: Frame, sheet: Sheet, name: str) -> Plan:
        points = frame
        if self.reading.points:
            points = frames(self.reading.points, sheet.page.size, sheet.target).get(name, frame)
        return Plan(convention.order, frame, points)

    def _fits(self, way: Way) -> bool:
        return all(
            fits(plan.order, plan.frame, sheet)
            for plan, sheet in zip(way.plans, self.sheets, strict=True)
        )

    def _drawable(self, way: Way) -> bool:
        return all(
            drawable(plan.order, plan.frame, sheet)
            for plan, sheet in zip(way.plans, self.sheets, strict=True)
        )

    def _converted(self, way: Way) -> list[Converted]:
        return [convert(sheet, plan) for sheet, plan in zip(self.sheets, way.plans, strict=True)]

    def _without_picture(self, left: Options) -> Recognition:
        """Parts of a picture whose size is not known: kept as parts, with no place."""
        if len(left.conventions) != 1:
            return Recognition("no_image", reader=self.reading.name)
        convention = left.conventions[0]
        part = 1 / DIVISORS.get(convention.scale, 1.0)
        frame = Frame(part, part)
        plan = Plan(convention.order, frame, frame, placeless=True)
        return self._done(Way(convention, [plan] * len(self.sheets)), left.certainty)

    def _done(self, way: Way, certainty: Certainty) -> Recognition:
        done = self._converted(way)
        sets = tuple(
            DetectionSet(
                tuple(each.detections), sheet.target.size, at, sheet.page.name, sheet.page.size
            )
            for at, (each, sheet) in enumerate(zip(done, self.sheets, strict=True))
        )
        rejected = [bad for each in done for bad in each.rejected]
        found = [good for each in done for good in each.detections]
        outcome, error = self._outcome(found, rejected)
        warnings: list[Code] = list(way.plans[0].frame.warnings)
        if len(found) > DRAW_CAP:
            warnings.append("draw_cap")
        return Recognition(
            outcome, error, sets if found or not rejected else (), (), tuple(rejected),
            self.reading.name, str(way.convention), certainty, tuple(warnings),
        )  # fmt: skip

    def _outcome(
        self, found: list[Detection], rejected: list[Rejected]
    ) -> tuple[Outcome, Code | None]:
        faults = list[Code]()
        faults.extend(bad.code for bad in rejected)
        faults.extend(code for each in found for code in each.warnings if code in SPOILED)
        error = faults[0] if faults else None
        # a row that describes its place twice was understood; it is only not believed
        if not found and rejected and error != "conflicting_geometry":
            return "error", error
        if self.too_many:
            error = "too_large"
        score_code = self.sheets[0].score_code
        if self.context.image_size is None:
            return "no_image", error or score_code
        return ("ok", score_code) if error is None else ("partial", error)

    def _hopeless(self) -> Code | None:
        """The code of the first row, where no row is sound."""
        if any(len(sheet.faults) < len(sheet.numbers) for sheet in self.sheets):
            return None
        return next((each.faults[min(each.faults)] for each in self.sheets if each.faults), None)

    def _refused(self, code: Code) -> Recognition:
        rejected = tuple(
            Rejected(at, fault) for sheet in self.sheets for at, fault in sheet.faults.items()
        )
        return Recognition("error", code, rejected=rejected, reader=self.reading.name)
