// tier: night
// needs: chromium
// time-limit: 900
// How every page looks at every width, and what axe finds on each in every theme at every width.
import * as assert from 'uvu/assert';
import { ALL_PAIRS, axeEverywhere } from '../support/browser.ts';
import { LooksStage } from './looks.testing.ts';

const isSweep = process.env['SWEEP'] === '1';
const FROM_PX = 320;
const TO_PX = 2_560;
/** From here on no style changes with the width. */
const LAPTOP_PX = 1_280;
/** Widths at which styles change, and at which names were once cut off. */
const EDGES_PX = [480, 544, 705, 735, 768, 896, 958];

const stage = new LooksStage('web: looks at all widths');
const { test } = stage;

/** Each 16th width up to a laptop's, then each 64th, and those beside the edges; in a sweep, every width. */
function widthsPx(): number[] {
  const widths = new Set(EDGES_PX.flatMap((edge) => [-1, 0, 1].map((by) => edge + by)));
  const stepAt = (width: number): number => (isSweep ? 1 : width < LAPTOP_PX ? 16 : 64);
  for (let width = FROM_PX; width <= TO_PX; width += stepAt(width)) widths.add(width);
  return [...widths].sort((a, b) => a - b);
}

test('no text is cut off and none is small, at any width, on any page', async () => {
  assert.equal(await stage.wrongAt(widthsPx()), []);
});

test('axe finds nothing on any page, in both themes at both widths', async () => {
  const page = await stage.openPages();
  const found: string[] = [];
  for (const where of stage.paths) {
    await stage.show(page, where);
    found.push(...(await axeEverywhere(page, ALL_PAIRS)).map((line) => `${where} ${line}`));
  }
  assert.equal(found, []);
});

test.run();
