// tier: night
// wants: jdk, go, python
// time-limit: 1800
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { recordAnswers } from './answers.ts';
import { generators } from './generators.ts';

/** The folder of the run, and the file of answers in it. */
interface World {
  folder: string;
  answers: string;
}

const test = suite<World>('generated clients');
test.before(async (world) => {
  world.folder = mkdtempSync(path.join(tmpdir(), 'fleetmend-generators-'));
  world.answers = path.join(world.folder, 'answers.jsonl');
  const lines = (await recordAnswers()).map((one) => `${JSON.stringify(one)}\n`);
  assert.ok(lines.length > 400, `${lines.length} answers were recorded`);
  writeFileSync(world.answers, lines.join(''));
});
test.after(({ folder }) => rmSync(folder, { recursive: true, force: true }));

for (const { name, tool, read } of generators) {
  // The runner names the tool that is missing.
  if (process.env[`TEST_${tool.toUpperCase()}`] === undefined) continue;
  test(`${name} makes a client that reads what the manager answers, and what a newer one may`, async (world) => {
    const told = await read(mkdtempSync(path.join(world.folder, 'client-')), world.answers);
    assert.match(told, /^\d+ read\n$/);
  });
}

test.run();
