// What a script prints may be one line of any length: to judge it must not hold the agent up.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { classify as classifyApt, failedScripts } from './apt/classify.ts';
import { lastErrors } from './apt/lastErrors.ts';
import { judgeUpdate, shownLine } from './apt/run/judgeUpdate.ts';
import { classify as classifyDnf } from './dnf/classify.ts';
import { failedScriptlets } from './rpm/run/scriptlets.ts';
import { classify as classifyZypper } from './zypper/classify.ts';

const test = suite('long lines of output');

/** As much as is read of a step's two streams. */
const SIZE = 128 * 1024;
const lines = {
  'of one letter': 'A',
  'of digits after a word of dnf': '1',
  'of slashes': '/',
  'of blanks': ' ',
  'of carriage returns': '\r',
  'of empty lines': '\n',
};
const judges: Readonly<Record<string, (output: string) => unknown>> = {
  apt: (output) => classifyApt(output, ['lab']),
  'scripts of dpkg': failedScripts,
  'last errors of apt': lastErrors,
  'sources of apt': (output) => judgeUpdate(output, [{ name: 'x', lists: 'x_', base: 'http://x/' }]),
  'what apt is shown to say': shownLine,
  dnf: (output) => classifyDnf(output, ['lab']),
  scriptlets: (output) => failedScriptlets(output, ['lab']),
  zypper: classifyZypper,
};

for (const [kind, letter] of Object.entries(lines))
  test(`a line ${kind} is judged at once`, () => {
    const output = `needs ${letter.repeat(SIZE)}`;
    for (const [name, judge] of Object.entries(judges)) {
      const startedMs = performance.now();
      judge(output);
      // A minute where each character of the line begins a search of its own, and milliseconds otherwise.
      assert.ok(performance.now() - startedMs < 5_000, `${name} took ${performance.now() - startedMs} ms`);
    }
  });

test('what stands at the end of a long line is still found', () => {
  const long = 'A'.repeat(SIZE);
  assert.is(classifyApt(`first\n${long}: No space left on device\n`)?.code, 'NO_SPACE');
  assert.is(classifyDnf(`first\n${long}: No space left on device\n`)?.code, 'NO_SPACE');
  assert.is(classifyZypper(`first\n${long}: Read-only file system\n`)?.code, 'READ_ONLY');
});

test.run();
