// A picture on a canvas: drawn where it is visible, moved, zoomed, and pointed at.
import { colors } from "./colors.js";
import { column, line, margin, numbers, px, py } from "./geometry.js";
import { paintParts } from "./paint.js";

export class Canvas {
  // `events` has functions: pointed(cell), picked(cell), left().
  constructor(element, events = {}) {
    this.element = element;
    this.events = events;
    this.context = element.getContext("2d");
    this.picture = null;
    this.labels = [];
    this.outlined = new Map();
    this.faded = null;
    this.most = 1.5;
    this.pointers = new Map();
    this.listen();
    new ResizeObserver(() => this.resize()).observe(element.parentElement);
  }

  // Shows a picture; where it stands stays if it has the same size as the one before.
  show(picture) {
    const same = this.picture && picture && this.picture.width === picture.width && this.picture.height === picture.height;
    this.picture = picture;
    this.labels = picture ? picture.labels : [];
    this.fills = null;
    this.outlined = new Map();
    this.faded = null;
    this.current = -1;
    if (picture) {
      this.order = sorted(picture.cells);
      this.tallest = 0;
      for (let i = 3; i < picture.cells.length; i += numbers) this.tallest = Math.max(this.tallest, picture.cells[i]);
    }
    this.resize(!same);
  }

  relabel(labels) {
    this.labels = labels;
    this.stale();
  }

  // Colors cells: a number for each, which is a tint, or with `shaded` the part of the way from 0 to 1. Without numbers the
  // colors are those of the picture.
  recolor(fills, shaded = false) {
    Object.assign(this, { fills, shaded });
    this.stale();
  }

  // Outlines cells: a map from cells to "here", "linked" or "chosen". `faded` says whether all others step back.
  outline(cells, faded = false) {
    this.outlined = cells;
    this.faded = faded && cells.size > 0;
    this.stale();
  }

  get count() {
    return this.picture ? this.picture.cells.length / numbers : 0;
  }

  cell(at) {
    const [x, y, width, height, fill, mark, panel] = this.picture.cells.subarray(numbers * at, numbers * at + numbers);
    return { x, y, width, height, fill, mark, panel };
  }

  size() {
    return [this.picture.width * column + 2 * margin, this.picture.height * line + 2 * margin];
  }

  resize(fit = false) {
    if (!this.picture) return;
    const box = this.element.parentElement;
    const width = Math.max(box.clientWidth, 50);
    const [whole, high] = this.size();
    const zoom = beginning(width / whole, this.most);
    const most = Math.max(260, Math.min(innerHeight * 0.64, 900));
    const height = Math.round(Math.max(90, Math.min(high * zoom, most)));
    const ratio = devicePixelRatio || 1;
    if (this.width !== width || this.height !== height || this.ratio !== ratio) {
      Object.assign(this, { width, height, ratio });
      this.element.width = width * ratio;
      this.element.height = height * ratio;
      this.element.style.height = `${height}px`;
      this.kept = null;
      fit = true;
    }
    if (fit) this.fit();
    else this.stale();
  }

  // The whole picture, or its beginning where it would be too small to read.
  fit() {
    const [whole, high] = this.size();
    const least = Math.min(this.width / whole, this.height / high);
    this.least = Math.min(least, this.most);
    this.zoom = Math.max(this.least, beginning(this.width / whole, this.most));
    // What can be read as a whole is shown as a whole.
    if (this.least >= 0.45) this.zoom = this.least;
    this.x = Math.max(0, (this.width - whole * this.zoom) / 2);
    this.y = Math.min(0, Math.max(-this.above() * this.zoom, this.height - high * this.zoom));
    this.touch();
    this.stale();
  }

  // What has no cells above the first ones that the frame is wide enough for, less the lines of their titles.
  above() {
    const { cells } = this.picture;
    const right = this.width / this.zoom;
    let top = Infinity;
    for (let i = 0; i < cells.length; i += numbers) {
      if (px(cells[i] + cells[i + 2]) <= right) top = Math.min(top, cells[i + 1]);
    }
    const free = top === Infinity ? 0 : py(top) - 3 * line;
    return free > 8 * line ? free : 0;
  }

  all() {
    const [whole, high] = this.size();
    this.zoom = this.least;
    this.x = Math.max(0, (this.width - whole * this.zoom) / 2);
    this.y = Math.max(0, (this.height - high * this.zoom) / 2);
    this.touch();
    this.stale();
  }

  zoomBy(factor, x = this.width / 2, y = this.height / 2) {
    const zoom = Math.min(Math.max(this.zoom * factor, this.least), 4);
    this.x = x - (x - this.x) * (zoom / this.zoom);
    this.y = y - (y - this.y) * (zoom / this.zoom);
    this.zoom = zoom;
    this.moveBy(0, 0);
    this.touch();
    this.stale();
  }

  moveBy(x, y) {
    const [whole, high] = this.size();
    const within = (at, size, room) => {
      const free = room - size * this.zoom;
      return free > 0 ? Math.min(Math.max(at, 0), free) : Math.min(Math.max(at, free), 0);
    };
    this.x = within(this.x + x, whole, this.width);
    this.y = within(this.y + y, high, this.height);
    this.draw();
  }

  // A finger scrolls the page unless the picture is larger than its frame.
  touch() {
    const [whole, high] = this.size();
    const larger = whole * this.zoom > this.width + 1 || high * this.zoom > this.height + 1;
    this.element.style.touchAction = larger ? "none" : "pan-y";
    this.element.style.cursor = larger ? "grab" : "default";
  }

  stale() {
    this.kept = null;
    this.draw();
  }

  draw() {
    if (this.asked || !this.picture) return;
    this.asked = requestAnimationFrame(() => {
      this.asked = 0;
      if (this.picture) this.paint();
    });
  }

  // Paints from a copy that reaches past the frame, and makes that anew when the frame has left it.
  paint() {
    const { context, ratio } = this;
    const kept = this.kept;
    const inside = kept && kept.zoom === this.zoom
      && -this.x >= kept.left && -this.y >= kept.top
      && -this.x + this.width <= kept.left + kept.width && -this.y + this.height <= kept.top + kept.height;
    if (!inside) this.keep();
    const from = this.kept;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.element.width, this.element.height);
    context.drawImage(from.image, Math.round((from.left + this.x) * ratio), Math.round((from.top + this.y) * ratio));
    this.painted = (this.painted || 0) + 1;
  }

  keep() {
    const [whole, high] = this.size();
    const beyond = 0.4;
    // As far as the picture may be moved: to its ends, or within the frame if it is smaller.
    const range = (at, room, size) => {
      const [least, most] = [Math.min(0, size - room), Math.max(size, room)];
      return [Math.max(-at - room * beyond, least), Math.min(-at + room * (1 + beyond), most)];
    };
    const [left, right] = range(this.x, this.width, whole * this.zoom);
    const [top, bottom] = range(this.y, this.height, high * this.zoom);
    const image = document.createElement("canvas");
    image.width = Math.ceil((right - left) * this.ratio);
    image.height = Math.ceil((bottom - top) * this.ratio);
    const context = image.getContext("2d");
    const scale = this.zoom * this.ratio;
    context.setTransform(scale, 0, 0, scale, -left * this.ratio, -top * this.ratio);
    // In the units of the picture.
    const seen = { left: left / this.zoom, top: top / this.zoom, right: right / this.zoom, bottom: bottom / this.zoom };
    paintParts(this, context, seen, this.zoom);
    this.kept = { image, left, top, width: right - left, height: bottom - top, zoom: this.zoom };
  }

  // The whole picture as an image, for a file.
  image(scale) {
    const [whole, high] = this.size();
    const image = document.createElement("canvas");
    const least = Math.min(scale, 16000 / Math.max(whole, high));
    image.width = whole * least;
    image.height = high * least;
    const context = image.getContext("2d");
    context.fillStyle = colors().paper;
    context.fillRect(0, 0, image.width, image.height);
    context.setTransform(least, 0, 0, least, 0, 0);
    paintParts(this, context, { left: 0, top: 0, right: whole, bottom: high }, 1);
    return image;
  }

  // The cells whose upper border is within these lines, by their order.
  rows(from, to) {
    const { order, picture: { cells } } = this;
    const first = (y) => {
      let [low, end] = [0, order.length];
      while (low < end) {
        const middle = (low + end) >> 1;
        if (cells[numbers * order[middle] + 1] < y) low = middle + 1;
        else end = middle;
      }
      return low;
    };
    return order.subarray(first(from - this.tallest), first(to + 1));
  }

  // The cell at a point of the frame, or -1.
  at(x, y) {
    const { cells } = this.picture;
    const px = ((x - this.x) / this.zoom - margin - column / 2) / column;
    const py = ((y - this.y) / this.zoom - margin - line / 2) / line;
    for (const at of this.rows(py, py)) {
      const i = numbers * at;
      if (cells[i] <= px && px < cells[i] + cells[i + 2] && cells[i + 1] <= py && py < cells[i + 1] + cells[i + 3]) return at;
    }
    return -1;
  }

  // The next cell in a direction, as the eye finds it.
  next(from, right, down) {
    const here = this.cell(from);
    const middle = (cell) => [cell.x + cell.width / 2, (cell.y + cell.height / 2) * 2];
    const [x, y] = middle(here);
    let [found, best] = [from, Infinity];
    const { cells } = this.picture;
    for (let at = 0; at < this.count; at += 1) {
      const i = numbers * at;
      const along = right * (cells[i] + cells[i + 2] / 2 - x) + down * ((cells[i + 1] + cells[i + 3] / 2) * 2 - y);
      const aside = Math.abs(down * (cells[i] + cells[i + 2] / 2 - x)) + Math.abs(right * ((cells[i + 1] + cells[i + 3] / 2) * 2 - y));
      const distance = along + 4 * aside;
      if (along > 0.5 && distance < best) [found, best] = [at, distance];
    }
    return found;
  }

  // Moves the picture until the cell is within the frame.
  reveal(at) {
    const { x, y, width, height } = this.cell(at);
    const left = (x * column + margin) * this.zoom + this.x;
    const top = (y * line + margin) * this.zoom + this.y;
    const [right, bottom] = [left + (width + 1) * column * this.zoom, top + (height + 1) * line * this.zoom];
    const by = (from, to, room) => (from < 0 ? -from : to > room ? room - to : 0);
    this.moveBy(by(left, right, this.width), by(top, bottom, this.height));
  }

  listen() {
    const { element, events } = this;
    const place = (event) => {
      const box = element.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !this.picture) return;
      this.pointers.set(event.pointerId, place(event));
      this.moved = 0;
      element.setPointerCapture(event.pointerId);
    });
    element.addEventListener("pointermove", (event) => {
      if (!this.picture) return;
      const here = place(event);
      const before = this.pointers.get(event.pointerId);
      if (!before) {
        const at = this.at(...here);
        if (at !== this.current) {
          this.current = at;
          if (at >= 0) events.pointed?.(at);
          else events.left?.();
        }
        return;
      }
      this.pointers.set(event.pointerId, here);
      const [x, y] = [here[0] - before[0], here[1] - before[1]];
      this.moved += Math.abs(x) + Math.abs(y);
      if (this.pointers.size === 1) {
        if (this.moved > 4) this.moveBy(x, y);
        return;
      }
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)[1];
      const far = (a, b) => Math.max(Math.hypot(a[0] - b[0], a[1] - b[1]), 1);
      this.zoomBy(far(here, other) / far(before, other), (here[0] + other[0]) / 2, (here[1] + other[1]) / 2);
    });
    const up = (event) => {
      const was = this.pointers.delete(event.pointerId);
      if (event.type === "pointerup" && was && this.moved <= 4 && this.pointers.size === 0) {
        const at = this.at(...place(event));
        if (at >= 0) events.picked?.(at);
        else events.left?.(true);
      }
    };
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", up);
    element.addEventListener("pointerleave", () => {
      this.current = -1;
      events.left?.();
    });
    element.addEventListener("wheel", (event) => {
      if (!this.picture || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      this.zoomBy(Math.exp(-event.deltaY / 300), ...place(event));
    }, { passive: false });
    element.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    if (!this.picture || this.count === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const ways = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
    const way = ways[event.key];
    if (way) {
      this.current = this.current >= 0 ? this.next(this.current, ...way) : 0;
      this.reveal(this.current);
      this.events.pointed?.(this.current);
    } else if (event.key === "Home") {
      this.current = 0;
      this.reveal(0);
      this.events.pointed?.(0);
    } else if ((event.key === "Enter" || event.key === " ") && this.current >= 0) this.events.picked?.(this.current);
    else if (event.key === "Escape") this.events.left?.(true);
    else if (event.key === "+" || event.key === "=") this.zoomBy(1.25);
    else if (event.key === "-") this.zoomBy(0.8);
    else if (event.key === "0") this.all();
    else return;
    event.preventDefault();
  }
}

// The zoom to begin with: the whole width if that can be read, else the first columns.
function beginning(wide, most) {
  return wide < 0.22 ? 0.8 : Math.min(most, wide);
}

function sorted(cells) {
  const order = new Int32Array(cells.length / numbers);
  let rising = true;
  for (let at = 0; at < order.length; at += 1) {
    order[at] = at;
    if (at > 0 && cells[numbers * at + 1] < cells[numbers * at - numbers + 1]) rising = false;
  }
  return rising ? order : order.sort((a, b) => cells[numbers * a + 1] - cells[numbers * b + 1] || a - b);
}
