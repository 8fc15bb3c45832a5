import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { guarded } from '#server/shared/guarded.ts';
import { openReader } from './openReader.ts';
import type { FromThread, ReadJob, ReadTask } from './types.ts';

/** The thread of one long read: opens its connection, runs the task, hands over piece by piece. */
async function main({ address, module, input }: ReadJob): Promise<void> {
  const { task } = (await import(module)) as { task: ReadTask };
  const db = openReader(address, pino({ level: 'silent' }));
  try {
    for await (const piece of task(db, input as never)) {
      const taken = nextWord();
      send({ piece });
      await taken;
    }
    send({ done: true });
  } finally {
    await db.knex.destroy();
  }
}

const send = (message: FromThread): void => parentPort?.postMessage(message);

/** Any message from the other side asks for the next piece. */
const nextWord = (): Promise<void> =>
  new Promise((resolve) =>
    parentPort?.once(
      'message',
      guarded(() => resolve()),
    ),
  );

main(workerData as ReadJob)
  .catch((error: unknown) => send({ error: error instanceof Error ? error.message : String(error) }))
  .finally(() => parentPort?.close());
