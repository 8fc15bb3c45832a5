import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withProgress } from './progress.ts';

/** A tenth of a second passes before each telling. */
async function shown(isTTY: boolean, tellings: number): Promise<string> {
  let text = '';
  let nowMs = 0;
  const out = { isTTY, columns: 12, write: (piece: string) => void (text += piece) };
  const work = async (tell: (what: string) => void): Promise<void> => {
    for (let nth = 1; nth <= tellings; nth++) {
      nowMs += 100;
      tell(`${nth} of many rows`);
    }
    return Promise.resolve();
  };
  await withProgress(work, { out, nowMs: () => nowMs });
  return text;
}

test('a terminal has one line, which fits and is gone in the end', async () => {
  assert.is(await shown(true, 4), '\r\u001B[K2 of many r\r\u001B[K4 of many r\r\u001B[K');
});

test('a pipe has a line every five seconds', async () => {
  assert.is(await shown(false, 149), '50 of many rows\n100 of many rows\n');
});

test('short work shows nothing, and leaves the terminal as it is', async () => {
  assert.is(await shown(true, 1), '');
  assert.is(await shown(false, 49), '');
});

test('the line is gone before an error is told', async () => {
  let text = '';
  let nowMs = 0;
  const out = { isTTY: true, write: (piece: string) => void (text += piece) };
  const failing = withProgress(
    (tell) => {
      nowMs += 1_000;
      tell('half');
      return Promise.reject(new Error('no'));
    },
    { out, nowMs: () => nowMs },
  );
  await failing.catch(() => (text += 'no'));
  assert.is(text, '\r\u001B[Khalf\r\u001B[Kno');
});

test.run();
