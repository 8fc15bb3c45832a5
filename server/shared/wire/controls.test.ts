import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parsedWithoutControls, withoutControls } from './controls.ts';

const test = suite('texts of hosts without control characters');

test('escape sequences go, other control characters become their codes, and lines stay lines', () => {
  const asked: Readonly<Record<string, string>> = {
    'apt failed': 'apt failed',
    '\u001b[31mred\u001b[0m': 'red',
    '\u001b]0;title\u0007x': 'x',
    '\u001b]52;c;ZXZpbA==\u001b\\x': 'x',
    'bell\u0007': 'bell⟨U+0007⟩',
    'c1 \u009b31m': 'c1 ⟨U+009B⟩31m',
    'over\rwritten': 'over⟨U+000D⟩written',
    'a\tb\nc': 'a\tb\nc',
    'ü 漢 😀': 'ü 漢 😀',
  };
  for (const [text, clean] of Object.entries(asked)) assert.is(withoutControls(text), clean);
});

test('an answer is cleaned wherever it holds them, but for lines of logs', () => {
  const answer = {
    problems: [{ code: 'X', message: '\u001b[2Jgone' }],
    reboot_reasons: ['kernel\u0000'],
    logs: [{ seq: 1, text: '\u001b[31mred' }],
    details: { 'k\u0007': { deep: ['\u009b'] } },
    count: 3,
  };
  assert.equal(parsedWithoutControls(JSON.stringify(answer)), {
    problems: [{ code: 'X', message: 'gone' }],
    reboot_reasons: ['kernel⟨U+0000⟩'],
    logs: [{ seq: 1, text: '\u001b[31mred' }],
    details: { 'k⟨U+0007⟩': { deep: ['⟨U+009B⟩'] } },
    count: 3,
  });
});

test('a name that every object has is a name like others', () => {
  const value = parsedWithoutControls('{"__proto__":{"x":"\\u0007"}}') as object;
  assert.equal(Object.keys(value), ['__proto__']);
  assert.is(Object.getPrototypeOf(value), Object.prototype);
});

test.run();
