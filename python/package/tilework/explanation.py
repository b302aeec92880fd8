"""The steps that lead to the value of an expression, as data."""

from typing import NamedTuple

from . import _tilework
from .errors import TileworkError


class Step(NamedTuple):
    """A line of an explanation, with the steps under it."""

    text: str
    steps: tuple

    def __str__(self):
        return "\n".join(_lines([self], ""))


class Explanation:
    """How an expression comes to its value.

    `steps` has a `Step` for each operation, `result` is the value, or `None` if there is none, and `error` says why.
    """

    def __init__(self, expression, names, steps, result, error):
        self.expression = expression
        self.names = names
        self.steps = steps
        self.result = result
        self.error = error

    def __str__(self):
        # Operations on symbols have no steps.
        return "\n".join(_lines(self.steps, "")) or f"= {self.result}"

    def __repr__(self):
        return f"<explanation of {self.expression}>"

    def picture(self, **options):
        """The picture of the expression: of `shared` the banks before and after, of `copy_plan` what threads read."""
        from .pictures import Picture

        return Picture(self.expression, **options, **self.names)

    def _repr_html_(self):
        from html import escape

        def listed(steps):
            items = "".join(f"<li><code>{escape(step.text)}</code>{listed(step.steps)}</li>" for step in steps)
            return f"<ul>{items}</ul>" if items else ""

        return listed(self.steps)


def explain(expression, *operands, **names):
    """The steps of an expression, or of an operation by name with its operands.

    >>> found = explain("complement", "4:2", 24)
    >>> found.result
    Layout('(2,3):(1,8)')
    >>> print(found)
    complement(4:2, 24)
      modes of extent above 1 by stride: 4:2
      the span 1 goes 2 times into the stride 2: gap 2:1; the span is now 4 * 2 = 8
      the span 8 goes 3 times into 24: 3:8
      = (2,3):(1,8)
    >>> len(found.steps[0].steps)
    4
    """
    text = expression if not operands else call(expression, operands)
    lines, result = _tilework.explained(text, names or None)
    error = result if isinstance(result, TileworkError) else None
    return Explanation(text, names, _nested(lines.splitlines()), None if error else result, error)


def find(expression, *operands, **names):
    """The explanation of a layout that is found, `find("shared((64,64), 2, ..)")`, as `explain` has it."""
    return explain(expression, *operands, **names)


def call(operation, operands):
    """The text of a call."""
    name = getattr(operation, "__name__", operation)
    facts = dict.fromkeys(
        operand.facts for operand in operands if isinstance(operand, _tilework.Value) and operand.facts
    )
    return "; ".join([*facts, f"{name}({', '.join(map(written, operands))})"])


def written(operand):
    """The operand in the notation."""
    if operand is None:
        return "_"
    if isinstance(operand, bool):
        return str(operand).lower()
    if isinstance(operand, (tuple, list)):
        brackets = "[]" if isinstance(operand, list) else "()"
        if brackets == "()" and any(isinstance(part, (_tilework.Value, str)) for part in operand):
            # Around one layout, parentheses only group.
            brackets = "<>"
        return f"{brackets[0]}{','.join(map(written, operand))}{brackets[1]}"
    return str(operand)


def _nested(lines):
    """The steps of lines whose indentation says what stands under what."""
    top = []
    stack = [(-1, top)]
    for line in lines:
        depth = (len(line) - len(line.lstrip(" "))) // 2
        while stack[-1][0] >= depth:
            stack.pop()
        under = []
        stack[-1][1].append((line.strip(), under))
        stack.append((depth, under))
    return _frozen(top)


def _frozen(steps):
    return tuple(Step(text, _frozen(under)) for text, under in steps)


def _lines(steps, indent):
    for step in steps:
        yield indent + step.text
        yield from _lines(step.steps, indent + "  ")
