import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hashFile } from './hash.ts';

const test = suite('hashFile');

test('hashes every byte of a file, whatever its size', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'fleetmend-hash-'));
  try {
    const file = path.join(dir, 'file');
    for (const sizeBytes of [0, 1, 4096, 4097, 256 * 1024 - 1, 256 * 1024, 1_000_000]) {
      const content = randomBytes(sizeBytes);
      await writeFile(file, content);
      const expected = createHash('sha256').update(content).digest('hex');
      assert.is(await hashFile(file), expected, `${sizeBytes} bytes`);
    }
  } finally {
    await rm(dir, { recursive: true });
  }
});

test('hashes what the kernel makes up, which tells no size', async () => {
  assert.match((await hashFile('/proc/version')) ?? '', /^[0-9a-f]{64}$/);
  assert.is.not(await hashFile('/proc/version'), createHash('sha256').digest('hex'));
});

test('has no hash for what is missing or no file', async () => {
  assert.is(await hashFile('/nonexistent/file'), null);
  assert.is(await hashFile(tmpdir()), null);
});

test.run();
