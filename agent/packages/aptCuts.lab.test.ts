// needs: lab
// time-limit: 600
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lab } from '../../test/support/lab.ts';
import type { CutOutcome } from './testing/cuts/run.ts';
import { cutAll, planCuts } from './testing/cuts/run.ts';
import { cutSubjects } from './testing/cuts/subjects.ts';

const cutsPerBackend = 20;
/** The moments differ from run to run; `CUTS_SEED` in the environment repeats those of one. */
const seed = Number(process.env['CUTS_SEED'] ?? Math.floor(Math.random() * 2 ** 32));

const test = suite('power cuts');
test.after.each(() => lab.down());

const shown = ({ cut, complaints }: CutOutcome): string =>
  `cut ${cut.number} (${cut.phase}, share ${cut.share.toFixed(3)}, ${cut.delayMs} ms): ${complaints.join('; ')}`;

for (const subject of cutSubjects) {
  test(`${subject.image}: ${cutsPerBackend} cuts at random moments leave no host that needs a human`, async () => {
    const startedAt = Date.now();
    const outcomes = await cutAll(subject, planCuts(cutsPerBackend, seed));
    const helpless = outcomes.filter(({ complaints }) => complaints.length > 0);
    const wounded = outcomes.filter((outcome) => outcome.wounded).length;
    const inside = outcomes.filter((outcome) => outcome.inTransaction).length;
    const secs = Math.round((Date.now() - startedAt) / 1000);
    console.log(
      `${subject.image}: ${outcomes.length} cuts, ${helpless.length} hosts that need a human` +
        ` (${inside} inside the transaction, ${wounded} left broken until repaired; seed ${seed}, ${secs} s)`,
    );
    assert.is(outcomes.length, cutsPerBackend);
    assert.equal(helpless.map(shown), [], `seed ${seed}`);
    assert.ok(inside >= cutsPerBackend / 2, `only ${inside} cuts came inside the transaction`);
    assert.ok(wounded > 0, 'no cut left anything to repair');
  });
}

test.run();
