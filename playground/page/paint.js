// The parts of a picture that are seen, painted on a context whose unit is that of the picture.
import { colors } from "./colors.js";
import { column, line, margin, numbers, px, py } from "./geometry.js";

const font = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace";

export function paintParts(canvas, context, seen, zoom) {
  const { picture, labels, outlined, faded } = canvas;
  const color = colors();
  const { cells } = picture;
  const { fills, shaded } = canvas;
  const fillOf = (at) => {
    const own = fills?.[at];
    if (own === undefined || own === null) return color.fill(fills ? -1 : cells[numbers * at + 4]);
    return shaded ? color.shade(own) : color.fill(own);
  };
  const shown = [];
  for (const at of canvas.rows((seen.top - margin) / line - 1, (seen.bottom - margin) / line + 1)) {
    const x = px(cells[numbers * at]);
    if (x <= seen.right && x + cells[numbers * at + 2] * column >= seen.left) shown.push(at);
  }
  context.lineWidth = 1;
  // Below this size borders would be all that is seen.
  const bordered = zoom > 0.22;
  for (const at of shown) {
    const i = numbers * at;
    const [x, y, width, height] = [px(cells[i]), py(cells[i + 1]), cells[i + 2] * column, cells[i + 3] * line];
    context.fillStyle = fillOf(at);
    context.globalAlpha = faded && !outlined.has(at) ? 0.35 : 1;
    context.fillRect(x, y, width, height);
  }
  context.globalAlpha = 1;
  if (bordered) {
    context.strokeStyle = color.border;
    context.beginPath();
    for (const at of shown) {
      const i = numbers * at;
      context.rect(px(cells[i]), py(cells[i + 1]), cells[i + 2] * column, cells[i + 3] * line);
    }
    context.stroke();
  }
  context.textAlign = "center";
  context.textBaseline = "middle";
  if (zoom * 12 > 4) {
    for (const at of shown) {
      const i = numbers * at;
      const parts = String(labels[at] ?? "").split("\n");
      context.fillStyle = color.on(cells[i + 4]);
      context.globalAlpha = faded && !outlined.has(at) ? 0.4 : 1;
      const room = cells[i + 2] * column - 3;
      const longest = Math.max(...parts.map((part) => part.length));
      // Labels of another fact may be longer than those that the cell was made for.
      context.font = `${Math.min(12, room / (0.62 * Math.max(longest, 1)), (cells[i + 3] * line) / parts.length)}px ${font}`;
      parts.forEach((part, k) => {
        const y = py(cells[i + 1]) + (cells[i + 3] * line * (k + 0.5)) / parts.length;
        context.fillText(part, px(cells[i]) + (cells[i + 2] * column) / 2, y + 0.5);
      });
    }
    context.globalAlpha = 1;
  }
  context.strokeStyle = color.ink;
  context.lineCap = "square";
  for (let i = 0; i < picture.rules.length; i += 5) {
    const [x1, y1, x2, y2, level] = picture.rules.slice(i, i + 5);
    context.lineWidth = [0.6, 1.4, 2.2, 3][Math.min(level, 3)];
    if (zoom < 0.3 && level < 2) context.lineWidth = 0.4;
    context.beginPath();
    context.moveTo(px(x1), py(y1));
    context.lineTo(px(x2), py(y2));
    context.stroke();
  }
  for (const at of shown) {
    const mark = cells[numbers * at + 5];
    if (mark > 0) frame(context, cells, at, mark === 2 ? color.alarm : color.ink, 2);
  }
  for (const [at, kind] of outlined) frame(context, cells, at, kind === "here" ? color.here : color.linked, kind === "here" ? 3 : 2.2);
  for (const [x, y, width, height, role, text] of picture.texts) {
    if (py(y) > seen.bottom + line || py(y + height) < seen.top - line) continue;
    const isTitle = role === "title";
    context.fillStyle = isTitle ? color.ink : color.quiet;
    context.font = `${isTitle ? "600 " : ""}12px ${font}`;
    context.textAlign = role === "row" ? "right" : role === "column" ? "center" : "left";
    const left = { row: x + width, column: x + width / 2 }[role] ?? x;
    context.fillText(text, margin + column * left, margin + line * (y + height / 2));
  }
  context.lineWidth = 1.4;
  context.strokeStyle = context.fillStyle = color.ink;
  for (let i = 0; i < picture.arrows.length; i += 5) arrow(context, ...picture.arrows.slice(i, i + 5));
}

function frame(context, cells, at, color, width) {
  const i = numbers * at;
  context.strokeStyle = color;
  context.lineWidth = width;
  context.strokeRect(px(cells[i]) + 1, py(cells[i + 1]) + 1, cells[i + 2] * column - 2, cells[i + 3] * line - 2);
}

function arrow(context, x1, y1, x2, y2, head) {
  const [fx, fy, tx, ty] = [px(x1), py(y1), px(x2), py(y2)];
  context.beginPath();
  context.moveTo(fx, fy);
  context.lineTo(tx, ty);
  context.stroke();
  if (!head) return;
  const angle = Math.atan2(ty - fy, tx - fx);
  context.beginPath();
  context.moveTo(tx, ty);
  for (const turn of [2.7, -2.7]) context.lineTo(tx + 8 * Math.cos(angle + turn), ty + 8 * Math.sin(angle + turn));
  context.fill();
}
