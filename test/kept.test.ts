import { existsSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keptFile } from './support/kept.ts';

const test = suite('files that are kept until their sources change');

const folder = `kept-test-${process.pid}`;
const place = path.resolve(import.meta.dirname, '../.cache', folder);
test.after.each(() => rmSync(place, { recursive: true, force: true }));

let made = 0;
const kept = (key: string, text = key): Promise<string> =>
  keptFile({
    folder,
    prefix: 'one',
    key,
    make(file) {
      made += 1;
      writeFileSync(file, text);
    },
  });

test('one of the same key is made once, and one of another key beside it', async () => {
  made = 0;
  const first = await kept('a.txt');
  assert.is(await kept('a.txt', 'another text'), first);
  assert.is.not(await kept('b.txt'), first);
  assert.is(made, 2);
  assert.is(readFileSync(first, 'utf8'), 'a.txt');
});

test('where it could not be made, nothing of it stays', async () => {
  const fails = keptFile({
    folder,
    prefix: 'one',
    key: 'a.txt',
    make(file) {
      writeFileSync(file, 'half of');
      throw new Error('no room');
    },
  });
  const told = await fails.then(
    () => 'made',
    (error: Error) => error.message,
  );
  assert.is(told, 'no room');
  assert.equal(readdirSync(place), []);
});

test('one that nobody has used for a day goes when the next is made, and one in use stays', async () => {
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  const [unused, used] = [await kept('a.txt'), await kept('b.txt')];
  for (const file of [unused, used]) utimesSync(file, twoDaysAgo, twoDaysAgo);
  await kept('b.txt');
  await kept('c.txt');
  assert.not.ok(existsSync(unused));
  assert.ok(existsSync(used));
});

test.run();
