// The page of a new job shows which host is in which wave; the manager decides it. Both must follow the same rule.
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Wave } from '../server/core/patching/domain/jobSpec.ts';
import { canariesFirst, waveIssues, waveSizes } from '../server/core/patching/domain/waveShares.ts';
import { previewOf, waveProblem } from '../web/domain/job/wavePreview.ts';
import { waveSizes as shownSizes } from '../web/domain/job/waveShares.ts';

const test = suite('waves as shown and as made');

const wave: fc.Arbitrary<Wave> = fc.oneof(
  fc.record({ percent: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ count: fc.integer({ min: 1, max: 50 }) }),
);

test('what is shown before a job is made is what it becomes, and what is refused is said beforehand', () => {
  let made = 0;
  fc.assert(
    fc.property(fc.array(wave, { maxLength: 6 }), fc.integer({ min: 1, max: 300 }), (waves, hosts) => {
      const isRefused = waveIssues(waves, hosts).length > 0;
      assert.is(waveProblem(waves, hosts) !== null, isRefused);
      if (isRefused) return;
      made += 1;
      assert.equal(shownSizes(waves, hosts), waveSizes(waves, hosts));
    }),
    { numRuns: 2_000, seed: 13 },
  );
  assert.ok(made > 200, `${made} were made`);
});

test('the preview has the order of the manager', () => {
  const hosts = ['c', 'a', 'd', 'b'].map((name) => ({
    name,
    fqdn: name,
    tags: name === 'd' ? ['canary'] : [],
  }));
  const [one] = previewOf([], hosts);
  const made = canariesFirst(hosts.toSorted((a, b) => (a.fqdn < b.fqdn ? -1 : 1)));
  assert.equal(
    one?.names,
    made.map(({ name }) => name),
  );
});

test.run();
