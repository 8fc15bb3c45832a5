import type { Chart } from '../../domain/types.ts';
import { BAR, QUIET, RULE, type Element, type Sheet } from './sheet.ts';

/** Up to so many bars lie below each other; more stand upright. */
const MAX_LYING = 8;
const LYING_PT = 20;
const LABEL_PT = 110;
const UPRIGHT_PT = 130;
/** How many labels have room below upright bars. */
const SHOWN_LABELS = 6;
const DATE_PT = 60;

/** Draws a chart of bars; its alternative text tells each of them. */
export function drawBars(sheet: Sheet, parent: Element, chart: Chart): void {
  const isLying = chart.bars.length <= MAX_LYING;
  const height = isLying ? chart.bars.length * LYING_PT : UPRIGHT_PT + 20;
  sheet.ensure(height + 10);
  const told = chart.bars.map(({ label, value }) => `${label}: ${value}`).join('; ');
  const bbox = [sheet.left, sheet.y, sheet.left + sheet.width, sheet.y + height];
  const figure = sheet.doc.struct('Figure', { alt: `${chart.title}. ${told}.`, bbox } as object, () =>
    isLying ? drawLying(sheet, chart.bars) : drawUpright(sheet, chart.bars),
  );
  parent.add(figure);
  figure.end();
  sheet.y += height + 10;
}

const most = (bars: Chart['bars']): number => Math.max(1, ...bars.map(({ value }) => value));

function drawLying(sheet: Sheet, bars: Chart['bars']): void {
  const room = sheet.width - LABEL_PT - 70;
  for (const [index, { label, value }] of bars.entries()) {
    const y = sheet.y + index * LYING_PT;
    const width = (value / most(bars)) * room;
    sheet.write(label, { x: sheet.left, y: y + 4, width: LABEL_PT - 8 }, { sizePt: 8.5, maxLines: 1 });
    sheet.doc.rect(sheet.left + LABEL_PT, y + 2, Math.max(width, 0.5), LYING_PT - 6).fill(BAR);
    const place = { x: sheet.left + LABEL_PT + width + 6, y: y + 4, width: 64 };
    sheet.write(value.toLocaleString('en'), place, { sizePt: 8.5, maxLines: 1 });
  }
}

function drawUpright(sheet: Sheet, bars: Chart['bars']): void {
  const { doc, left, width, y } = sheet;
  const step = width / bars.length;
  const every = Math.ceil(bars.length / SHOWN_LABELS);
  const bottom = y + UPRIGHT_PT;
  doc
    .moveTo(left, bottom)
    .lineTo(left + width, bottom)
    .lineWidth(0.5)
    .strokeColor(RULE)
    .stroke();
  const highest = most(bars);
  sheet.write(
    `${highest.toLocaleString('en')} at most`,
    { x: left, y, width: 200 },
    { sizePt: 7.5, colour: QUIET },
  );
  for (const [index, { label, value }] of bars.entries()) {
    const height = (value / highest) * (UPRIGHT_PT - 16);
    const x = left + index * step;
    if (value > 0) doc.rect(x + step * 0.12, bottom - height, step * 0.76, height).fill(BAR);
    if (index % every > 0) continue;
    // The last labels do not fit to the right of their bar: they end at the margin.
    const isLast = x + DATE_PT > left + width;
    const place = { x: isLast ? left + width - DATE_PT : x, y: bottom + 4, width: DATE_PT };
    sheet.write(label, place, { sizePt: 7.5, maxLines: 1, align: isLast ? 'right' : 'left' });
  }
}
