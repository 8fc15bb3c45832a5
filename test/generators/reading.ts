/** The suite of some generators: what their clients make of the answers of a manager. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { recordAnswers } from './answers.ts';
import type { Generator } from './generators.ts';

/** The folder of the run, the file of answers in it, and how many of them have a schema. */
interface World {
  folder: string;
  answers: string;
  withModel: number;
}

/** Has the client of each generator read what a manager answered; those whose tool is missing are left out. */
export function testClients(generators: readonly Generator[]): void {
  const test = suite<World>('generated clients');
  test.before(async (world) => {
    world.folder = mkdtempSync(path.join(tmpdir(), 'fleetmend-generators-'));
    world.answers = path.join(world.folder, 'answers.jsonl');
    const recorded = await recordAnswers();
    world.withModel = recorded.filter(({ model }) => model !== null).length;
    assert.ok(world.withModel > 400, `${world.withModel} answers were recorded`);
    writeFileSync(world.answers, recorded.map((one) => `${JSON.stringify(one)}\n`).join(''));
  });
  test.after(({ folder }) => rmSync(folder, { recursive: true, force: true }));
  for (const { name, needs, read } of generators) {
    // The runner names what is missing.
    if (needs.some((need) => process.env[`TEST_${need.toUpperCase()}`] === undefined)) continue;
    test(`${name} makes a client that reads what the manager answers, and what a newer one may`, async (world) => {
      const told = await read(mkdtempSync(path.join(world.folder, 'client-')), world.answers);
      assert.match(told, /^\d+ read\n$/, told.slice(-4_000));
      const count = parseInt(told, 10);
      assert.ok(count >= world.withModel, `${count} of ${world.withModel} were read`);
    });
  }
  test.run();
}
