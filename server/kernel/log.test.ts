import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createLogger } from './log.ts';

const test = suite('log');

test('a full disk under the log ends nothing', async () => {
  const failures: unknown[] = [];
  const note = (error: unknown): void => void failures.push(error);
  process.on('uncaughtException', note);
  const log = createLogger({ level: 'info', name: 'test', file: '/dev/full' });
  for (let i = 0; i < 3; i++) {
    log.info({ i }, 'a line that cannot be written');
    await sleep(20);
  }
  process.off('uncaughtException', note);
  assert.equal(failures, []);
});

test.run();
