import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Logger } from 'pino';
import { knexLog } from './knexLog.ts';

const test = suite('what knex says');

test('is one line a minute for each message: while the database is away, each call brings one', () => {
  const lines: string[] = [];
  const take = (_: unknown, line: string): void => void lines.push(line);
  const log = knexLog({ warn: take, error: take } as unknown as Logger);
  for (let call = 0; call < 3; call++) log.warn?.(`Acquire connection error: full\n    at call (${call})`);
  log.error?.('Connection Error: read ECONNRESET');
  assert.equal(lines, ['Acquire connection error: full', 'Connection Error: read ECONNRESET']);
});

test.run();
