import { pino } from 'pino';
import { systemClock } from '../../clock.ts';
import { openDatabase } from '../../db/open.ts';
import { createScheduler } from '../createScheduler.ts';

/** A manager that is killed while it works: starts the job and never ends it. */
const { url, file, mongoUrl, instanceId, lockLifetimeMs } = JSON.parse(process.argv[2] ?? '{}') as {
  url?: string;
  file?: string;
  mongoUrl?: string;
  instanceId: string;
  lockLifetimeMs: number;
};
const log = pino({ level: 'silent' });
const db = await openDatabase({ url, file, log });
const scheduler = await createScheduler({
  db,
  mongoUrl,
  log,
  clock: systemClock,
  instanceId,
  processEveryMs: 50,
});
scheduler.define('test.crash', {
  lockLifetimeMs,
  run: () => {
    process.send?.('running');
    return new Promise(() => {});
  },
});
await scheduler.start();
