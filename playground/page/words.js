// What stands in the place of a picture where there is none.
import { make } from "./dom.js";

// What may be said of a kind of value beyond that it has no picture.
const advice = [
  [/layout with symbols/, "It is drawn where its symbols are numbers: write a line such as N = 8 above it."],
  [/cases/, "Facts decide between the cases: write a line such as M % 128 = 0 above it."],
  [/fact/, "It holds for the lines below it."],
  [/machine/, "It is an argument: bank_conflicts(L, 16, machine=cdna3)."],
  [/truth value|list|integer/, "The steps say where it comes from."],
];

// The most characters of a value that stands here too.
const mostShown = 40;

// The words for an answer without cells, as nodes, or `null` where there is a picture.
export function withoutPicture({ failure, refused, cells }, { value, kind = "", failure: failed }) {
  if (refused) return [refused];
  if (!failure && cells.length > 0) return null;
  if (!failure) return ["There are no elements, so there is nothing to draw."];
  const isOfKind = / is wanted, not /.test(failure.reason);
  if (failed || value === undefined || !isOfKind) return [`No picture: ${failure.reason}`];
  const said = kind[0].toUpperCase() + kind.slice(1);
  // An encoding says what to write; of other kinds the page does.
  const sentence = /encoding/.test(kind) ? `${said}.` : `${said.split(",")[0]} has no picture.`;
  const more = advice.find(([of]) => of.test(kind))?.[1] ?? "";
  // Long values stand beside it.
  const shown = value.length <= mostShown ? [make("code", {}, value)] : [];
  return [...shown, make("span", {}, `${sentence} ${more}`)];
}

// What draws the first argument of a question, such as is_injective(A), or `null`.
export function aboutFirst({ text, statement: chosen }, { text: statement, kind, from }) {
  const call = /truth value|list/.test(kind ?? "") && statement.match(/^(?:\w+\s*=\s*)?\w+\(([^]*)\)$/);
  if (!call) return null;
  let [end, open] = [0, 0];
  for (; end < call[1].length && (open > 0 || call[1][end] !== ","); end += 1) {
    if ("([{<".includes(call[1][end])) open += 1;
    if (")]}>".includes(call[1][end])) open -= 1;
  }
  const before = `${text.slice(0, from)}\n\n`;
  return { text: `${before}(${call[1].slice(0, end)})`, statement: chosen };
}
