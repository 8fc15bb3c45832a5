import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { classify, failedScripts, lastErrors } from './classify.ts';

const test = suite('apt classify');
const systems = ['debian-11-apt-2.2.4', 'debian-12-apt-2.6.1', 'debian-13-apt-3.0.3'];
const expected: [string, string][] = [
  ['locked', 'LOCK_HELD'],
  ['locked-dpkg', 'LOCK_HELD'],
  ['locked-mark', 'LOCK_HELD'],
  ['nospace', 'NO_SPACE'],
  ['update-expired', 'METADATA_EXPIRED'],
  ['update-unsigned', 'SIGNATURE_INVALID'],
  ['update-wrongkey', 'SIGNATURE_INVALID'],
  ['update-renamed', 'SIGNATURE_INVALID'],
  ['update-refused', 'FETCH_FAILED'],
  ['corrupt', 'FETCH_FAILED'],
  ['held', 'PACKAGE_HELD'],
  ['removal', 'CONFLICT'],
  ['essential', 'CONFLICT'],
  ['nofind', 'PACKAGE_NOT_FOUND'],
  ['noversion', 'PACKAGE_NOT_FOUND'],
  ['preinst', 'SCRIPT_FAILED'],
  ['postinst', 'SCRIPT_FAILED'],
  ['prerm', 'SCRIPT_FAILED'],
];

for (const system of systems) {
  for (const [name, code] of expected) {
    test(`${system}: ${name} is ${code}`, () => {
      const file = path.join(import.meta.dirname, '../fixtures', system, `${name}.txt`);
      const failure = classify(readFileSync(file, 'utf8'));
      assert.is(failure?.code, code, failure?.message);
      assert.ok((failure?.message.length ?? 0) > 10 && (failure?.message.length ?? 0) < 400);
      if (code === 'SCRIPT_FAILED') assert.is(failure?.details?.['script'], name);
      if (code === 'LOCK_HELD') assert.type(failure?.details?.['pid'], 'number');
    });
  }
}

test('the script of a package that the job is about is named before one that was broken already', () => {
  const line = (name: string) =>
    `dpkg: error processing package ${name} (--configure):\r\n installed ${name} package post-installation script subprocess returned error exit status 3\r\n`;
  const output = line('old') + line('ours:amd64');
  assert.is(classify(output, ['ours'])?.details?.['package'], 'ours');
  assert.is(classify(output)?.details?.['package'], 'old');
  assert.equal(
    failedScripts(output).map((one) => one.exitStatus),
    [3, 3],
  );
});

test('a script ended by a signal is told with it', () => {
  const output =
    'installed x package post-installation script subprocess was killed by signal (Terminated)\n';
  assert.match(classify(output)?.message ?? '', 'signal Terminated');
});

test('a dpkg that was killed is an interruption', () => {
  assert.is(classify('E: Sub-process /usr/bin/dpkg received signal 9.\n')?.code, 'INTERRUPTED');
});

test('what no rule knows keeps its own last words', () => {
  assert.is(classify('all is well\n'), null);
  assert.is(lastErrors('x\nE: odd\r\nE: thing\n'), 'E: odd E: thing');
});

test.run();
