import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseSideBySide } from './duplicates.ts';

const test = suite('rpm duplicates');

test('what the host lets lie side by side, as dnf and zypper have it configured', () => {
  const dnf = '[main]\ninstallonly_limit=3\ninstallonlypkgs=lab-side, kernel-PAE\n  lab-more\nbest=True\n';
  assert.equal(parseSideBySide(dnf), ['lab-side', 'kernel-PAE', 'lab-more']);
  const zypp = '## multiversion = none\nmultiversion = provides:multiversion(kernel),lab-side\n';
  assert.equal(parseSideBySide(zypp), ['multiversion(kernel)', 'lab-side']);
  assert.equal(parseSideBySide('[main]\n'), []);
});

test.run();
