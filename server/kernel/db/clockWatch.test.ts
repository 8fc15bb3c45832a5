import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pino } from 'pino';
import { createFakeClock } from '../clock.ts';
import { watchClock } from './clockWatch.ts';
import type { Database } from './database.ts';

const MINUTE_MS = 60_000;
const test = suite("this machine's clock beside the database's");

test('that it goes wrong is told once, and that it is right again', async () => {
  const clock = createFakeClock();
  const lines: string[] = [];
  const log = pino(
    {},
    { write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg) },
  );
  let aheadMs = 0;
  const now = async (): Promise<Date> => new Date(clock.now().getTime() - aheadMs);
  const watch = watchClock({ db: { dialect: 'mariadb', now } as unknown as Database, clock, log });
  await clock.advance(2 * MINUTE_MS);
  assert.equal(lines, []);
  aheadMs = 300_000;
  await clock.advance(3 * MINUTE_MS);
  assert.equal(lines, [
    "this machine's clock is 300 s ahead of the database server's; set the wrong one right, by NTP say",
  ]);
  aheadMs = 0;
  await clock.advance(2 * MINUTE_MS);
  aheadMs = -90_000;
  await clock.advance(2 * MINUTE_MS);
  watch.stop();
  assert.is(lines.length, 3);
  assert.match(lines[1] ?? '', 'agrees');
  assert.match(lines[2] ?? '', '90 s behind');
});

test.run();
