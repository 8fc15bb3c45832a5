// What a browser fetches before it can show the first page, compressed: the budget is 200 kB.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ensureWebBuilt } from '../../scripts/buildWeb.mjs';

const BUDGET_BYTES = 200_000;
const test = suite('web: size');
const dist = path.resolve(import.meta.dirname, '../../web/dist');

test('the first load fits its budget, whichever page comes first', async () => {
  await ensureWebBuilt();
  const index = readFileSync(path.join(dist, 'index.html'), 'utf8');
  const first = [...index.matchAll(/(?:src|href)="\/([^"]+)"/g)].map((match) => match[1] ?? '');
  assert.ok(first.length >= 3, 'the page names its script, its styles and its icon');
  const sizeOf = (name: string): number => statSync(path.join(dist, `${name}.br`)).size;
  const frame = ['index.html', ...first].reduce((sum, name) => sum + sizeOf(name), 0);
  const names = readdirSync(path.join(dist, 'assets')).filter((name) => /\.(js|css)$/.test(name));
  const lazy = names.map((name) => `assets/${name}`).filter((name) => !first.includes(name));
  const all = frame + lazy.reduce((sum, name) => sum + sizeOf(name), 0);
  console.log(`frame ${frame} bytes, with every page ${all} bytes`);
  assert.ok(frame > 10_000);
  assert.ok(all < BUDGET_BYTES, `${all} bytes`);
});

test.run();
