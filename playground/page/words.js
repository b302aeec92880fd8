// What stands in the place of a picture where there is none.
import { make, shortened } from "./dom.js";

// What may be said of a kind of value beyond that it has no picture.
const advice = [
  [/layout with symbols/, "It is drawn once its symbols are numbers: write a line such as N = 8 above it."],
  [/cases/, "Facts decide between the cases: write a line such as M % 128 = 0 above it."],
  [/fact/, "It holds for the lines below it."],
  [/machine/, "It is an argument: bank_conflicts(L, 16, machine=cdna3)."],
  [/truth value|list|integer/, "The steps say where it comes from."],
];

// The words for an answer without cells, as nodes, or `null` where there is a picture.
export function withoutPicture({ failure, refused, cells }, { value, kind = "", failure: failed }) {
  if (refused) return [refused];
  if (!failure && cells.length > 0) return null;
  const shown = () => make("code", {}, shortened(value, 1500));
  if (!failure) return [value === undefined ? "Nothing" : shown(), make("span", {}, "There are no elements, so there is nothing to draw.")];
  const isOfKind = / is wanted, not /.test(failure.reason);
  if (failed || value === undefined || !isOfKind) return [`No picture: ${failure.reason}`];
  const said = kind[0].toUpperCase() + kind.slice(1);
  const sentence = /encoding/.test(kind) ? `${said}.` : `${said} has no picture.`;
  const more = advice.find(([of]) => of.test(kind))?.[1] ?? "";
  return [shown(), make("span", {}, `${sentence} ${more}`)];
}
