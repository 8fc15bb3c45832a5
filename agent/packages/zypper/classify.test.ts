import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { classify } from './classify.ts';

const test = suite('zypper classify');
const folder = path.join(import.meta.dirname, '../fixtures/opensuse-leap-zypper-1.14.42');
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');

test('recorded answers', () => {
  const expected: Record<string, string> = {
    'busy.xml': 'LOCK_HELD',
    'corrupt.txt': 'FETCH_FAILED',
    'gone.txt': 'FETCH_FAILED',
    'in-licence.xml': 'UNSUPPORTED',
    'in-locked.xml': 'PACKAGE_HELD',
    'in-problems.xml': 'CONFLICT',
    'in-removal.xml': 'CONFLICT',
    'nospace.txt': 'NO_SPACE',
    'ref-nothere.txt': 'FETCH_FAILED',
    'ref-t1-badsig.txt': 'SIGNATURE_INVALID',
    'ref-t1-unsigned.txt': 'SIGNATURE_INVALID',
    'ref-t1-wrongkey.txt': 'SIGNATURE_INVALID',
  };
  for (const [name, code] of Object.entries(expected)) assert.is(classify(read(name))?.code, code, name);
});

test('what the codes carry', () => {
  assert.equal(classify(read('busy.xml'))?.details, { pid: 72, command: 'zypper' });
  assert.equal(classify(read('in-locked.xml'))?.details, { packages: ['lab-held'] });
  assert.match(classify(read('nospace.txt'))?.message ?? '', 'lab-big-1.1-1.noarch needs 14MB');
});

test('a host without repositories is told as that, not by the commands that would add some', () => {
  const output =
    "Warning: There are no enabled repositories defined.\nUse 'zypper addrepo' or 'zypper modifyrepo'\n";
  const failure = classify(output);
  assert.is(failure?.code, 'FETCH_FAILED');
  assert.is(failure?.message, 'There are no enabled repositories defined.');
});

test('what went well is no failure, nor what only rpm says around it', () => {
  assert.is(classify("Repository 'Lab' is up to date.\nAll repositories have been refreshed.\n"), null);
  assert.is(
    classify('(1/1) Installing: lab-hello-1.1-1.noarch [......done]\nAdditional rpm output:\n'),
    null,
  );
  assert.is(classify(''), null);
});

test.run();
