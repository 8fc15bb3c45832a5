import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isBreached, requireHashes } from './breached.ts';

const test = suite('breached passwords');
const dir = mkdtempSync(join(tmpdir(), 'fleetmend-breached-'));
const file = join(dir, 'hashes.txt');
test.after(() => rmSync(dir, { recursive: true }));

const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase();
const known = (count: number): string[] => Array.from({ length: count }, (_, at) => `password ${at}`);

/** Writes the hashes of these passwords, sorted; lines of different lengths, as counts make them. */
function write(passwords: readonly string[], { end = '\r\n', counted = true, last = true } = {}): void {
  const lines = passwords.map(sha1).sort();
  const text = lines.map((hash, at) => (counted ? `${hash}:${7 ** (at % 9)}` : hash.toLowerCase())).join(end);
  writeFileSync(file, text + (last && lines.length > 0 ? end : ''));
}

test('each password of the file is found, the first and the last too, and no other', async () => {
  for (const count of [1, 2, 3, 10, 257])
    for (const form of [{}, { end: '\n', counted: false }, { last: false }]) {
      write(known(count), form);
      for (const password of known(count))
        assert.ok(await isBreached(file, password), `${password} of ${count}, ${JSON.stringify(form)}`);
      for (const other of ['four odd otters paddle at dawn', 'password x', '', 'ü'])
        assert.not.ok(await isBreached(file, other), `${other} of ${count}`);
    }
});

test('an empty file holds none, and what is no such file is told', async () => {
  write([]);
  assert.not.ok(await isBreached(file, 'password 1'));
  writeFileSync(file, 'password 1\npassword 2\n');
  for (const act of [() => isBreached(file, 'password 1'), () => requireHashes(file)]) {
    const error = await act().then(
      () => null,
      (thrown: unknown) => thrown as Error,
    );
    assert.match(error?.message ?? '', /40 hexadecimal digits/);
  }
  const gone = await requireHashes(join(dir, 'gone')).catch((thrown: unknown) => thrown as Error);
  assert.match((gone as Error).message, /ENOENT/);
});

test.run();
