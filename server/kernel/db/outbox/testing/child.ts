import { appendFileSync } from 'node:fs';
import { pino } from 'pino';
import { systemClock } from '#server/kernel/clock.ts';
import { openDatabase } from '../../open.ts';
import { createRunTx } from '../../tx.ts';
import { createOutbox } from '../outbox.ts';

/** A manager that writes a message, waits for ever at the step it is told, and is killed there. */
const { url, file, sent, stopAt } = JSON.parse(process.argv[2] ?? '{}') as {
  url?: string;
  file?: string;
  /** A line for each message that was sent. */
  sent: string;
  stopAt: 'written' | 'taken' | 'sent';
};
const log = pino({ level: 'silent' });
const db = await openDatabase({ url, file, log });
const runTx = createRunTx(db, log);
const outbox = createOutbox({ db, tx: runTx, log, clock: systemClock, instanceId: 'killed' });
const rest = (): Promise<never> => {
  process.send?.(stopAt);
  return new Promise(() => {});
};
outbox.deliver({
  'test.mails': {
    deliver: async ({ id }: { id: string }) => {
      if (stopAt === 'taken') await rest();
      appendFileSync(sent, `${id}\n`);
      await rest();
    },
  },
} as never);
if (stopAt !== 'written') outbox.start();
await runTx((tx) => outbox.write(tx, 'test.mails' as never, { key: 'one', payload: { n: 1 } } as never));
if (stopAt === 'written') await rest();
