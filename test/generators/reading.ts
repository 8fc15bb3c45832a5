import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { recordAnswers } from './answers.ts';
import type { Generator } from './generators.ts';

/** A suite that has the clients of these generators read what a manager answered; those whose tool is missing are left out. */
export function readAll(generators: readonly Generator[]): void {
  const test = suite<{ folder: string; answers: string }>('generated clients');
  test.before(async (world) => {
    world.folder = mkdtempSync(path.join(tmpdir(), 'fleetmend-generators-'));
    world.answers = path.join(world.folder, 'answers.jsonl');
    const lines = (await recordAnswers()).map((one) => `${JSON.stringify(one)}\n`);
    writeFileSync(world.answers, lines.join(''));
    assert.ok(lines.length > 400, `${lines.length} answers were recorded`);
  });
  test.after(({ folder }) => rmSync(folder, { recursive: true, force: true }));
  for (const { name, tool, read } of generators) {
    if (process.env[`TEST_${tool.toUpperCase()}`] === undefined) continue;
    test(`${name} makes a client that compiles, and reads what the manager answers, and what a newer one may`, async (world) => {
      const told = await read(mkdtempSync(path.join(world.folder, 'client-')), world.answers);
      assert.match(told, /^\d+ read$/m);
      assert.equal(told.trim().replace(/^\d+ read$/m, ''), '');
    });
  }
  test.run();
}
