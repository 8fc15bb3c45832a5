import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { messageId } from '../rows.ts';
import { mailbox, manager, rowCount, secsUntil, TOPIC, until, type Context, type Suite } from './support.ts';

/** Longer than any lease. */
const LATER_MS = 600_000;

type Step = 'written' | 'taken' | 'sent';

/** Ids that the manager had sent when it was killed. */
async function killAt({ fresh }: Context, stopAt: Step): Promise<string[]> {
  const dir = mkdtempSync(join(tmpdir(), 'fleetmend-outbox-'));
  const sent = join(dir, 'sent');
  writeFileSync(sent, '');
  const child = fork(join(import.meta.dirname, 'child.ts'), [
    JSON.stringify({ ...fresh.address, sent, stopAt }),
  ]);
  const exited = once(child, 'exit');
  await Promise.race([
    once(child, 'message'),
    exited.then(([code]) => assert.unreachable(`the child ended by itself: ${String(code)}`)),
  ]);
  child.kill('SIGKILL');
  await exited;
  const ids = readFileSync(sent, 'utf8').split('\n').filter(Boolean);
  rmSync(dir, { recursive: true });
  return ids;
}

const STEPS: readonly (readonly [Step, string, number, number])[] = [
  ['written', 'after the commit', 0, 1],
  ['taken', 'before the send', 0, 2],
  ['sent', 'between the send and the note of it', 1, 2],
];

/** A manager that is killed loses no message, and what it sent twice has one id. */
export function crashTests(test: Suite): void {
  for (const [step, name, sentBefore, attempt] of STEPS) {
    test(`a manager is killed ${name}: another one delivers`, async (context) => {
      const sent = await killAt(context, step);
      const id = messageId(TOPIC, 'one');
      assert.equal(
        sent,
        Array.from({ length: sentBefore }, () => id),
      );
      const { got, topic } = mailbox();
      const other = await manager(context, topic);
      if (step !== 'written') {
        await new Promise((resolve) => setTimeout(resolve, 50));
        assert.is(got.length, 0, 'the lease of the killed one holds until it runs out');
      }
      await secsUntil(context, async () => got.length === 1 && (await rowCount(other)) === 0, 'the delivery');
      assert.equal([got[0]?.id, got[0]?.payload, got[0]?.attempt], [id, { n: 1 }, attempt]);
    });
  }

  test('a message that each manager died of is given up at last', async (context) => {
    await killAt(context, 'taken');
    const { got, topic } = mailbox();
    const other = await manager(context, { ...topic, maxAttempts: 1 }, { started: false });
    await context.clock.advance(LATER_MS);
    other.outbox.start();
    await until(async () => (await other.outbox.figures()).dead === 1, 'the end');
    assert.is(got.length, 0);
  });
}
