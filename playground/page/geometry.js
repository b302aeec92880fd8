// Where the cells of a picture stand, in pixels at zoom 1.
//
// Positions are those of the algebra's pictures: one character across, one line down. The border of a cell runs through the
// middle of a character, as in a terminal.
export const column = 8;
export const line = 15;
export const margin = 10;
// The numbers of a cell: x, y, width, height, fill, mark, panel.
export const numbers = 7;

export const px = (x) => margin + column * x + column / 2;
export const py = (y) => margin + line * y + line / 2;
