import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseTsflags, withoutPretending } from './tsflags.ts';

const test = suite('dnf tsflags');

test('flags are read from every form that dnf reads', () => {
  assert.equal(parseTsflags('[main]\ntsflags=test,nodocs noscripts\n'), ['test', 'nodocs', 'noscripts']);
  assert.equal(parseTsflags('[main]\ntsflags = test\n  nodocs\nbest=1\n'), ['test', 'nodocs']);
  assert.equal(parseTsflags('[main]\n#tsflags=test\n'), []);
});

test("only flags with which dnf pretends are taken away; where there are none, the host's settings are left alone", () => {
  assert.equal(withoutPretending(['nodocs', 'noscripts']), []);
  assert.equal(withoutPretending([]), []);
  assert.equal(withoutPretending(['test', 'nodocs']), ['--setopt=tsflags=,nodocs']);
  assert.equal(withoutPretending(['justdb']), ['--setopt=tsflags=']);
});

test.run();
