import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lab } from '#test/support/lab.ts';
import type { CutOutcome } from './run.ts';
import { cutAll, planCuts } from './run.ts';
import type { CutSubject } from './subjects.ts';
import { phases } from './subjects.ts';
import type { UndoOutcome } from './rollback.ts';
import { cutRollbacks } from './rollback.ts';

const cutsPerBackend = 20;
/** The moments differ from run to run; `CUTS_SEED` in the environment repeats those of an earlier run. */
const seed = Number(process.env['CUTS_SEED'] ?? Math.floor(Math.random() * 2 ** 32));

/**
 * Declares and runs the suite of one package manager; each has a file of its own, so that the runner can spread them.
 */
export function cutPower(subject: CutSubject): void {
  const test = suite(`power cuts, ${subject.image}`);
  test.after.each(() => lab.down());
  test(`${cutsPerBackend} cuts at random moments leave no host that needs a human`, async () => {
    const startedAt = Date.now();
    const outcomes = await cutAll(subject, planCuts(cutsPerBackend, seed));
    const helpless = outcomes.filter(({ complaints }) => complaints.length > 0);
    const wounded = outcomes.filter((outcome) => outcome.wounded).length;
    const inside = outcomes.filter((outcome) => outcome.inTransaction).length;
    const hits = phases.map(
      (phase) => [phase, outcomes.filter(({ hit }) => hit.includes(phase)).length] as const,
    );
    const secs = Math.round((Date.now() - startedAt) / 1000);
    console.log(
      `${subject.image}: ${outcomes.length} cuts, ${helpless.length} hosts that need a human` +
        ` (${hits.map(([phase, count]) => `${count} in ${phase}`).join(', ')};` +
        ` ${inside} inside the transaction, ${wounded} left broken until repaired; seed ${seed}, ${secs} s)`,
    );
    assert.ok(outcomes.length >= cutsPerBackend);
    assert.equal(helpless.map(shown), [], `seed ${seed}`);
    assert.ok(inside >= cutsPerBackend / 2, `only ${inside} cuts came inside the transaction`);
    assert.ok(wounded > 0, 'no cut left anything to repair');
    assert.equal(
      hits.filter(([, count]) => count === 0).map(([phase]) => phase),
      [],
      'phases that no cut came in',
    );
  });
  test.run();
}

const shown = ({ cut, complaints }: CutOutcome): string =>
  `cut ${cut.number} (${cut.phase}, share ${cut.share.toFixed(3)}, ${cut.delayMs} ms): ${complaints.join('; ')}`;

/** How many of the moments of a rollback are tried: `CUTS_STRIDE=1 CUTS_RANDOM=200` in the environment tries all. */
const stride = Number(process.env['CUTS_STRIDE'] ?? 6);
const random = Number(process.env['CUTS_RANDOM'] ?? 6);

/** Declares and runs the suite of power cuts while a host rolls back. */
export function cutRollbackPower(subject: CutSubject): void {
  const test = suite(`power cuts in rollbacks, ${subject.image}`);
  test.after.each(() => lab.down());
  test('a rollback that is cut off ends with every package as it was before the job', async () => {
    const startedAt = Date.now();
    const outcomes = await cutRollbacks(subject, { stride, random, seed: seed % 2 ** 31 });
    const stuck = outcomes.filter(({ complaints }) => complaints.length > 0);
    const halfway = outcomes.filter((outcome) => outcome.halfway).length;
    const secs = Math.round((Date.now() - startedAt) / 1000);
    console.log(
      `${subject.image}: ${outcomes.length} cuts, ${stuck.length} not as before` +
        ` (${halfway} between two packages; seed ${seed}, ${secs} s)`,
    );
    assert.equal(stuck.map(toldOf), [], `seed ${seed}`);
    assert.ok(halfway > 0, 'no cut came between two packages');
  });
  test.run();
}

const toldOf = ({ cut, complaints }: UndoOutcome): string =>
  `${JSON.stringify(cut)}: ${complaints.join('; ')}`;
