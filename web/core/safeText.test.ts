import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LONGEST_LINE, safeLine, safeName } from './safeText.ts';

const test = suite('safe text');

test('colours, titles and cursor movements of a terminal are taken out', () => {
  assert.is(safeLine('\u001b[1;31mE:\u001b[0m broken'), 'E: broken');
  assert.is(safeLine('\u001b]0;owned\u0007text'), 'text');
  assert.is(safeLine('\u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\'), 'link');
  assert.is(safeLine('\u001b(Bplain\u001bM'), 'plain');
});

test('an escape that never ends is shown as what it is', () => {
  assert.is(safeLine('\u001b]0;never'), '␛]0;never');
  assert.is(safeLine('a\u001b'), 'a␛');
});

test('what turns the text around or cannot be seen is shown by its number', () => {
  assert.is(safeLine('web\u202egnp.exe'), 'web⟨U+202E⟩gnp.exe');
  assert.is(safeName('pay\u200bpal'), 'pay⟨U+200B⟩pal');
  assert.is(safeLine('a\u2066b\u2069'), 'a⟨U+2066⟩b⟨U+2069⟩');
});

test('control characters become pictures and tabs stay', () => {
  assert.is(safeLine('a\u0000b\u0007c\td'), 'a␀b␇c\td');
  assert.is(safeLine('a\u0085b\u2028c'), 'a⟨U+0085⟩b⟨U+2028⟩c');
});

test('of a line that rewrites itself the last state is shown', () => {
  assert.is(safeLine('10%\r50%\r100%\r\n'), '100%');
});

test('markup stays text, and half a character breaks nothing', () => {
  assert.is(safeLine('<img src=x onerror=alert(1)>'), '<img src=x onerror=alert(1)>');
  assert.is(safeLine('a\ud800b'), 'a\ufffdb');
});

test('a line of 1 MB is cut, told, and done in no time, also when it is all escapes', () => {
  // The processor's time, not the clock's: another process may have it meanwhile.
  const start = process.cpuUsage();
  const long = safeLine('x'.repeat(1_000_000));
  assert.is(long, `${'x'.repeat(LONGEST_LINE)} … (${1_000_000 - LONGEST_LINE} more characters)`);
  safeLine('\u001b['.repeat(500_000));
  safeLine('\u001b]'.repeat(500_000));
  const tookMs = process.cpuUsage(start).user / 1_000;
  assert.ok(tookMs < 1_000, `${tookMs} ms`);
});

test('a missing name is empty', () => {
  assert.is(safeName(null), '');
});

test.run();
