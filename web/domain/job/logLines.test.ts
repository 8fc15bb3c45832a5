import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Schemas } from '../../core/schema.ts';
import { firstError, LINE_SHOWN, LogBuffer } from './logLines.ts';

const test = suite('log lines');

function lines(
  from: number,
  to: number,
  text = (seq: number): string => `line ${seq}`,
): Schemas['LogLine'][] {
  return Array.from({ length: to - from + 1 }, (_, index) => ({
    seq: from + index,
    at: '2026-01-15T08:30:00.000Z',
    stream: 'stdout',
    text: text(from + index),
  }));
}

const seqs = (log: LogBuffer): number[] => log.found.map(({ seq }) => seq);

test('each line is kept once, in order, however often it is told', () => {
  const log = new LogBuffer();
  log.append(lines(1, 3));
  log.append(lines(2, 5));
  assert.equal(seqs(log), [1, 2, 3, 4, 5]);
  assert.is(log.lastSeq, 5);
  assert.is(log.isCut, false);
});

test('lines that leave a gap are not the next ones', () => {
  const log = new LogBuffer();
  assert.is(log.isNext([]), true);
  assert.is(log.isNext(lines(1, 2)), true);
  assert.is(log.isNext(lines(2, 2)), false);
  log.append(lines(1, 4));
  assert.is(log.isNext(lines(3, 9)), true);
  assert.is(log.isNext(lines(5, 5)), true);
  assert.is(log.isNext(lines(6, 6)), false);
});

test('the oldest lines are forgotten, and the reader is told by how many rows the rest moved up', () => {
  const log = new LogBuffer({ lines: 100 });
  assert.is(log.append(lines(1, 105)), 0);
  assert.is(log.append(lines(106, 106)), 6);
  assert.is(log.size, 100);
  assert.is(log.found[0]?.seq, 7);
  assert.is(log.lastSeq, 106);
  assert.is(log.isCut, true);
});

test('long lines count for what they hold', () => {
  const log = new LogBuffer({ chars: 1_000 });
  for (let seq = 1; seq <= 50; seq += 1) log.append(lines(seq, seq, () => 'x'.repeat(100)));
  assert.ok(log.size <= 10, `${log.size} lines of 100 characters`);
  assert.is(log.lastSeq, 50);
});

test('a search finds without regard to case, and goes on finding in what comes', () => {
  const log = new LogBuffer({ lines: 100 });
  log.append(lines(1, 20, (seq) => (seq % 10 === 0 ? `Error ${seq}` : 'fine')));
  log.search('  eRRor ');
  assert.equal(seqs(log), [10, 20]);
  log.append(lines(21, 30, (seq) => (seq === 30 ? 'an error' : 'fine')));
  assert.equal(seqs(log), [10, 20, 30]);
  assert.is(log.append(lines(31, 120, () => 'fine')), 2, 'two of the found ones were forgotten');
  assert.equal(seqs(log), [30]);
  log.search('');
  assert.is(log.found.length, 100);
});

test('a hostile line is harmless, and one of a megabyte is cut and says by how much', () => {
  const log = new LogBuffer();
  log.append(lines(1, 1, () => '\u001b[31mred\u001b[0m \u202e<img src=x onerror=alert(1)>\u0000'));
  assert.is(log.found[0]?.text, 'red ⟨U+202E⟩<img src=x onerror=alert(1)>␀');
  log.append(lines(2, 2, () => 'y'.repeat(1_000_000)));
  assert.is(log.found[1]?.text.slice(LINE_SHOWN), ' … (998000 more characters)');
});

test('the first line that tells of an error is found, also when it comes later; one that counts none is none', () => {
  const log = new LogBuffer();
  const texts = [
    'Setting up zip',
    '0 errors',
    'dpkg: error processing package zip',
    'E: Sub-process returned',
  ];
  log.append(lines(1, 2, (seq) => texts[seq - 1] ?? ''));
  assert.is(firstError(log.found), null);
  log.append(lines(3, 4, (seq) => texts[seq - 1] ?? ''));
  assert.is(firstError(log.found)?.seq, 3);
  log.search('sub-process');
  assert.is(firstError(log.found)?.seq, 4, 'of what is shown');
});

test('what counts is the first error of the last attempt', () => {
  const log = new LogBuffer();
  const line = (seq: number, stream: string, text: string) => ({ seq, at: '', stream, text });
  log.append([line(1, 'stdout', 'E: no'), line(2, 'stdout', 'Attempt 2'), line(3, 'manager', 'Attempt 2')]);
  assert.is(firstError(log.found), null);
  log.append([line(4, 'stdout', 'fine'), line(5, 'stdout', 'E: again'), line(6, 'stdout', 'E: more')]);
  assert.is(firstError(log.found)?.seq, 5);
});

test('when the line that told of the first error is forgotten, the next one is the first', () => {
  const log = new LogBuffer({ lines: 10 });
  const isError = (seq: number): boolean => [2, 9, 14].includes(seq);
  const text = (seq: number): string => (isError(seq) ? 'E: no' : 'fine');
  log.append(lines(1, 6, text));
  assert.is(firstError(log.found)?.seq, 2);
  log.append(lines(7, 10, text));
  assert.is(firstError(log.found)?.seq, 2);
  log.append(lines(11, 15, text));
  assert.is(log.found[0]?.seq, 6);
  assert.is(firstError(log.found)?.seq, 9);
  log.append(lines(16, 28, text));
  assert.is(firstError(log.found), null);
  log.append(lines(29, 30, () => 'E: no'));
  assert.is(firstError(log.found)?.seq, 29);
});

test.run();
