import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { printable } from './logs.ts';

const test = suite('text of hosts in a file');

test('nothing that a terminal would act on is left', () => {
  const lines: Record<string, string> = {
    'Setting up jq (1.6-2.1) …': 'Setting up jq (1.6-2.1) …',
    'a\tb': 'a\tb',
    '\u001b[1;31mred\u001b[0m': 'red',
    '\u001b]0;title\u0007x': 'x',
    '\u001b]52;c;cm0gLXJmIC8=\u001b\\x': 'x',
    '\u001bP1$r0m\u001b\\x': 'x',
    '\u001bc\u001b(0x': 'x',
    'half an escape \u001b': 'half an escape ⟨U+001B⟩',
    '\u001b]0;no end': '⟨U+001B⟩]0;no end',
    '\u001b\u001b[31m[31m': '⟨U+001B⟩[31m',
    '\u009b31mred': '⟨U+009B⟩31mred',
    '10%\r20%\r\n': '10%⟨U+000D⟩20%',
    'one\ntwo': 'one⟨U+000A⟩two',
    'a\u0000b\u0008\u007f': 'a⟨U+0000⟩b⟨U+0008⟩⟨U+007F⟩',
    'gro.live\u202e': 'gro.live⟨U+202E⟩',
    'half \ud800': 'half \ufffd',
  };
  for (const [text, shown] of Object.entries(lines)) assert.is(printable(text), shown, JSON.stringify(text));
});

test('a text that almost is an escape takes no time', () => {
  const startedAt = process.cpuUsage();
  printable('\u001b]'.repeat(8_192));
  printable(`\u001b[${'0'.repeat(16_000)}`);
  assert.ok(process.cpuUsage(startedAt).user < 1_000_000);
});

test.run();
