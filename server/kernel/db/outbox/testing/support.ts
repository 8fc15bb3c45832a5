import { pino, type Logger } from 'pino';
import type { suite } from 'uvu';
import { freshDatabase, type FreshDatabase } from '#test/support/databases.ts';
import { createFakeClock, type FakeClock } from '#server/kernel/clock.ts';
import type { Database, Dialect } from '../../database.ts';
import { migrate } from '../../migrate.ts';
import { createRunTx, type RunTx } from '../../tx.ts';
import { outboxMigrations } from '../migrations.ts';
import { createOutbox, type OwnOutbox } from '../outbox.ts';
import type { NewMessage, OutboxHandlers, OutboxMessage, OutboxTopic } from '../types.ts';

export interface Manager {
  outbox: OwnOutbox;
  runTx: RunTx;
  db: Database;
}

export interface Context {
  /** The clock of the database and of the managers: it stands still until a test moves it. */
  clock: FakeClock;
  fresh: FreshDatabase;
  logged: { level: number; msg: string; reason?: string }[];
  managers: Manager[];
}

export type Suite = ReturnType<typeof suite<Context>>;
export const TOPIC = 'test.mails';

export async function setUp(context: Context, kind: Dialect): Promise<void> {
  context.clock = createFakeClock(new Date());
  context.fresh = await freshDatabase(kind, { clock: context.clock });
  await migrate(context.fresh.db, outboxMigrations, pino({ level: 'silent' }));
  context.logged = [];
  context.managers = [];
}

export async function tearDown({ managers, fresh }: Context): Promise<void> {
  for (const { outbox } of managers) await outbox.stop();
  await fresh.cleanup();
}

const logTo = (lines: Context['logged']): Logger =>
  pino({ level: 'debug' }, { write: (line) => void lines.push(JSON.parse(line) as Context['logged'][0]) });

/** A manager that delivers; with `started: false` one that only writes. */
export async function manager(
  context: Context,
  topic: OutboxTopic,
  { started = true } = {},
): Promise<Manager> {
  const db = await context.fresh.openAgain();
  const log = logTo(context.logged);
  const runTx = createRunTx(db, log);
  const instanceId = `manager ${context.managers.length}`;
  const outbox = createOutbox({ db, tx: runTx, log, clock: context.clock, instanceId });
  outbox.deliver({ [TOPIC]: topic } as OutboxHandlers);
  const made = { outbox, runTx, db };
  context.managers.push(made);
  if (started) outbox.start();
  return made;
}

export const write = ({ outbox, runTx }: Manager, ...messages: NewMessage<unknown>[]): Promise<void> =>
  runTx(async (tx) => {
    for (const message of messages) await outbox.write(tx, TOPIC as never, message as never);
  });

export const rowCount = async ({ db }: Manager): Promise<number> =>
  Number(((await db.knex('kernel_outbox').count({ n: '*' }).first()) as { n: number }).n);

/** Gathers what is delivered; `fail` makes a delivery throw. */
export function mailbox(fail?: (message: OutboxMessage) => Error | null) {
  const got: OutboxMessage[] = [];
  const deliver = async (message: OutboxMessage): Promise<void> => {
    got.push(message);
    const error = fail?.(message);
    if (error) throw error;
  };
  return { got, topic: { deliver } };
}

/** Waits in real time until `done`; the clock of the test stands still meanwhile. */
export async function until(done: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const giveUpMs = performance.now() + 20_000; !(await done());) {
    if (performance.now() > giveUpMs) throw new Error(`it never came: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Moves the clock on, five seconds at a time, until `done`; answers how many it took. */
export async function secsUntil(
  { clock }: Context,
  done: () => boolean | Promise<boolean>,
  what: string,
): Promise<number> {
  let secs = 0;
  await until(async () => {
    if (await done()) return true;
    await clock.advance(5_000);
    secs += 5;
    return false;
  }, what);
  return secs;
}
