"""Docstrings and signatures of the operations, from the table of the calculator and the examples."""


def docstring(operation):
    """What the operation computes, its equation and its example, as far as there are."""
    from .examples import EXAMPLES

    name = operation.__name__
    equation, example, result = EXAMPLES.get(name, (None, None, None))
    meaning = operation.meaning
    parts = [f"{operation.usage}: {meaning}."]
    if equation:
        parts.append(f"    {equation}")
    if example:
        parts.append(f">>> {example}\n{result}")
    return "\n\n".join(parts) + "\n"


def signature(operation):
    """The signature of the operation."""
    from inspect import Parameter, Signature

    parameters = []
    for name, optional, repeated, default in operation.parameters:
        if repeated:
            parameters.append(Parameter(name, Parameter.VAR_POSITIONAL))
        elif optional:
            parameters.append(Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=default))
        else:
            parameters.append(Parameter(name, Parameter.POSITIONAL_OR_KEYWORD))
    return Signature(parameters)
