import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lab } from '../../../../test/support/lab.ts';
import type { CutOutcome } from './run.ts';
import { cutAll, planCuts } from './run.ts';
import type { CutSubject } from './subjects.ts';
import { phases } from './subjects.ts';

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
