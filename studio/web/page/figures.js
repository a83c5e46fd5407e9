// What is drawn upon the map: counters, arrows of orders, names.

const INK = "#2b241a";
const PALE = "#fdf8ea";
const ROUNDED = 0.09;
const SMALLEST_DRAWN = 15; // pixels; smaller counters are plain squares
const FONT = "system-ui, 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif";

// A counter `size` hexes wide with its middle at a point; ghosts are pale and dashed.
export function paintCounter(context, unit, x, y, size, scale, tiles) {
  const [left, top] = [x - size / 2, y - size / 2];
  context.save();
  if (unit.isGhost) context.globalAlpha = 0.62;
  paintBody(context, unit, left, top, size, scale);
  if (size * scale >= SMALLEST_DRAWN) paintFace(context, unit, left, top, size, tiles);
  if (unit.isGhost) context.globalAlpha = 1;
  if (size * scale >= SMALLEST_DRAWN) paintBadge(context, unit, left, top, size);
  context.restore();
}

function paintBody(context, unit, left, top, size, scale) {
  const body = new Path2D();
  if (body.roundRect) body.roundRect(left, top, size, size, ROUNDED * size);
  else body.rect(left, top, size, size); // in browsers of before 2023
  if (unit.isSelected || unit.mayAct) {
    context.lineWidth = Math.max(0.12, 4 / scale);
    context.strokeStyle = unit.isSelected ? "#ffffff" : "rgba(255,255,255,0.55)";
    context.stroke(body);
    context.lineWidth = Math.max(0.07, 2.4 / scale);
    context.strokeStyle = unit.isSelected ? "#0b5cad" : "#f2b705";
    if (!unit.isSelected) context.setLineDash([0.06, 0.06]);
    context.stroke(body);
    context.setLineDash([]);
  }
  context.fillStyle = unit.colour;
  context.fill(body);
  context.lineWidth = Math.max(0.03 * size, 1 / scale);
  context.strokeStyle = unit.isGhost ? PALE : INK;
  if (unit.isGhost) context.setLineDash([0.07, 0.05]);
  if (!(unit.isSelected || unit.mayAct) || unit.isGhost) context.stroke(body);
  context.setLineDash([]);
}

function paintFace(context, unit, left, top, size, tiles) {
  const symbol = tiles.symbol(unit.symbol);
  if (symbol) {
    context.drawImage(symbol, left + 0.16 * size, top + 0.1 * size, 0.68 * size, 0.455 * size);
  }
  context.fillStyle = isDark(unit.colour) ? PALE : INK;
  write(context, unit.designation, left + size / 2, top + 0.785 * size, 0.32 * size, 0.8 * size);
}

// How many lie in the stack, that a unit has its orders, or how long ago a ghost was seen.
function paintBadge(context, unit, left, top, size) {
  if (unit.count) badge(context, String(unit.count), left + size, top, size, "#0b5cad");
  if (unit.hasOrder) badge(context, "✓", left, top, size, "#2f9e44");
  if (unit.isGhost && unit.age > 0) badge(context, `−${unit.age}`, left + size, top, size, "#495057");
}

function badge(context, words, x, y, size, colour) {
  context.beginPath();
  context.arc(x, y, 0.19 * size, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
  context.lineWidth = 0.03 * size;
  context.strokeStyle = PALE;
  context.stroke();
  context.fillStyle = PALE;
  write(context, words, x, y, 0.25 * size, 0.36 * size);
}

// An order: through the hexes it leads to, with a head at its end.
export function paintArrow(context, chain, arrow, scale) {
  if (chain.length < 2) return;
  const [tail, [x, y]] = [chain.at(-2), chain.at(-1)];
  const angle = Math.atan2(y - tail[1], x - tail[0]);
  const short = arrow.deed === "fire" || arrow.deed === "aim" ? 0 : 0.1;
  const end = [x - short * Math.cos(angle), y - short * Math.sin(angle)];
  const line = new Path2D();
  chain.slice(0, -1).forEach(([px, py], index) => (index ? line.lineTo(px, py) : line.moveTo(px, py)));
  line.lineTo(end[0] - 0.2 * Math.cos(angle), end[1] - 0.2 * Math.sin(angle));
  const head = new Path2D();
  head.moveTo(...end);
  for (const turn of [2.6, -2.6]) {
    head.lineTo(end[0] + 0.34 * Math.cos(angle + turn), end[1] + 0.34 * Math.sin(angle + turn));
  }
  head.closePath();
  context.save();
  context.lineJoin = context.lineCap = "round";
  for (const [colour, wide] of [[PALE, 0.2], [arrow.colour, 0.11]]) {
    context.strokeStyle = context.fillStyle = colour;
    context.lineWidth = Math.max(wide, (wide * 26) / scale);
    context.setLineDash(arrow.isDelivered || colour === PALE ? [] : [0.22, 0.2]);
    context.stroke(line);
    context.setLineDash([]);
    context.lineWidth = wide / 2;
    context.stroke(head);
    context.fill(head);
  }
  context.restore();
}

// The name of a place, with a pale halo; left out where it would lie on another. Gives back its room.
export function paintName(context, words, x, y, scale, taken) {
  const size = Math.max(0.24, 11 / scale);
  context.save();
  context.font = `600 ${size * 100}px ${FONT}`;
  const half = context.measureText(words).width / 200;
  const room = { left: x - half, right: x + half, top: y - size / 2, bottom: y + size / 2 };
  if (taken.some((other) => isOver(room, other))) {
    context.restore();
    return null;
  }
  context.translate(x, y);
  context.scale(0.01, 0.01); // some browsers draw letters smaller than a pixel badly
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = size * 26;
  context.strokeStyle = "rgba(253, 248, 234, 0.9)";
  context.strokeText(words, 0, 0);
  context.fillStyle = INK;
  context.fillText(words, 0, 0);
  context.restore();
  return room;
}

function isOver(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function write(context, words, x, y, high, wide) {
  context.save();
  context.translate(x, y);
  context.scale(0.01, 0.01);
  context.font = `700 ${high * 100}px ${FONT}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(words, 0, 0, wide * 100);
  context.restore();
}

function isDark(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 150;
}
