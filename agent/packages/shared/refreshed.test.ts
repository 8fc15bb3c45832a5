import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newestTime } from './refreshed.ts';

const test = suite('time of the last refresh');
const folder = mkdtempSync(path.join(tmpdir(), 'fleetmend-refreshed-'));
test.after(() => rmSync(folder, { recursive: true }));

const now = new Date('2026-11-22T12:00:00Z');

function file(name: string, time: string): string {
  const full = path.join(folder, name);
  writeFileSync(full, '');
  utimesSync(full, new Date(time), new Date(time));
  return full;
}

test('it is the newest of the files that are there, without those of a wrong clock where there are others', async () => {
  const [old, young] = [file('old', '2026-11-20T12:00:00Z'), file('young', '2026-11-22T11:00:00Z')];
  const [ahead, further] = [file('ahead', '2030-01-01T00:00:00Z'), file('further', '2031-01-01T00:00:00Z')];
  const newest = async (...files: string[]) => (await newestTime(files, now)).toISOString();
  assert.is(await newest(old, young, path.join(folder, 'none')), '2026-11-22T11:00:00.000Z');
  assert.is(await newest(ahead, young, old), '2026-11-22T11:00:00.000Z');
  assert.is(await newest(ahead, further), '2031-01-01T00:00:00.000Z', 'nothing else is known');
});

test.run();
