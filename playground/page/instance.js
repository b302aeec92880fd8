// An instance of a value with symbols: powers of 2 for the symbols, which the facts allow.

const mostOfFirst = 512;
const relations = {
  "=": (a, b) => a === b, "!=": (a, b) => a !== b,
  "<": (a, b) => a < b, "<=": (a, b) => a <= b, ">": (a, b) => a > b, ">=": (a, b) => a >= b,
};

// The number that a product such as `16N*M` is, or NaN.
function product(text, numbers) {
  return text.split("*").reduce((all, factor) => {
    const [, integer, name] = factor.trim().match(/^(\d*)([A-Za-z_]\w*)?$/) ?? [];
    if (!integer && !name) return NaN;
    return all * (integer ? Number(integer) : 1) * (name ? numbers.get(name) ?? NaN : 1);
  }, 1);
}

// Whether a fact such as `M % 128 = 0; M >= 128` holds for these numbers. One about other symbols says nothing of them.
function holds(fact, numbers) {
  return fact.split(";").every((part) => {
    const [, left, divisor, relation, right] = part.trim().match(/^([^%=<>!]+)(?:%([^%=<>!]+))?(!=|<=|>=|=|<|>)([^=<>!]+)$/) ?? [];
    if (!relation) return false;
    const a = product(left, numbers);
    const [number, other] = [divisor ? a % product(divisor, numbers) : a, product(right, numbers)];
    return Number.isNaN(number) || Number.isNaN(other) || relations[relation](number, other);
  });
}

// What draws an instance of a statement, and which numbers it has, or `null`. The first symbol has the smallest number, so
// that extents differ.
export async function instanceOf(engine, statements, { value, kind = "", to }) {
  if (!/layout with symbols|cases/.test(kind)) return null;
  // The words of the other cases are no symbols.
  const symbols = [...new Set(value.split("; ")[0].match(/[A-Za-z_]\w*/g) ?? [])];
  const before = statements.filter((statement) => statement.to <= to);
  const facts = before.filter((statement) => statement.kind === "a fact");
  for (let first = 2; first <= mostOfFirst; first *= 2) {
    const numbers = new Map(symbols.map((symbol, at) => [symbol, first * 2 ** at]));
    if (!facts.every((fact) => holds(fact.value, numbers))) continue;
    const lines = [...numbers].map(([symbol, number]) => `${symbol} = ${number}`);
    const text = [...lines, ...before.filter((statement) => !facts.includes(statement)).map((statement) => statement.text)].join("\n\n");
    const answer = await engine.ask({ do: "read", text });
    const last = answer.statements?.at(-1);
    const fails = answer.statements?.some(({ failure }) => failure) ?? true;
    if (!fails && /layout/.test(last.kind) && !/symbols/.test(last.kind)) {
      return { request: { text, statement: answer.statements.length - 1 }, numbers: lines.join(", ") };
    }
  }
  return null;
}
