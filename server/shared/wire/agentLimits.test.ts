import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fitting, isExcessive, keptDetails, keptText } from './agentLimits.ts';

const test = suite('limits of what agents say');
const excessive = (text: string): boolean => isExcessive(Buffer.from(text));

test('details that are short stay as they are', () => {
  const details = { packages: ['jq:amd64'], job_id: 'x', pid: 7, deep: { a: { b: [true, null] } } };
  assert.equal(keptDetails(details), details);
});

test('details are cut where they are too long, too many, too deep or misnamed, and say so', () => {
  assert.equal(keptDetails({ a: 'x'.repeat(1_025) }), { a: `${'x'.repeat(1_024)}…`, cut: true });
  const many = keptDetails({ list: Array.from({ length: 1_000_000 }, () => 1) });
  assert.equal([(many['list'] as number[]).length, many['cut']], [198, true]);
  assert.equal(keptDetails({ a: { b: { c: { d: { e: 1 } } } } }), { a: { b: { c: {} } }, cut: true });
  assert.equal(keptDetails({ ['k'.repeat(65)]: 1, ok: 2 }), { ok: 2, cut: true });
  const hostile = JSON.parse('{"__proto__":{"polluted":1},"constructor":2,"ok":3}') as Record<
    string,
    unknown
  >;
  assert.equal(keptDetails(hostile), { ok: 3, cut: true });
  assert.is(({} as { polluted?: number }).polluted, undefined);
  const long = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`k${at}`, 'x'.repeat(1_000)]));
  assert.equal(keptDetails(long), { cut: true }, 'more than 8 KiB together');
});

test('details that are nested a million times over end no stack', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 1_000_000; level++) deep = [deep];
  assert.equal(keptDetails({ deep }), { deep: [[[]]], cut: true });
});

test('halves of characters are not kept', () => {
  assert.equal(keptDetails({ a: 'x\ud800' }), { a: 'x\ufffd' });
  assert.is(keptText('ab\ud83d\ude00', 4), 'ab\ud83d\ude00');
  assert.is(keptText('abc\ud83d\ude00', 4), 'abc…');
  assert.is(keptText('ab\ud83d\ude00', 3), 'ab…');
});

test('a list is kept from its beginning, by number and by size', () => {
  assert.equal(fitting(['a', 'b', 'c'], { entries: 2, bytes: 100 }), { kept: ['a', 'b'], bytes: 8 });
  assert.equal(fitting(['aaaa', 'b', 'c'], { entries: 9, bytes: 12 }).kept, ['aaaa', 'b']);
});

test('a body is too much for its depth and for its number of values, not for what stands in its texts', () => {
  assert.is(excessive(JSON.stringify({ a: [1, { b: 'x' }] })), false);
  assert.is(excessive(`${'['.repeat(64)}${']'.repeat(64)}`), false);
  assert.is(excessive(`${'['.repeat(65)}${']'.repeat(65)}`), true);
  assert.is(excessive(`[${'{},'.repeat(300_000)}{}]`), true);
  assert.is(excessive(`[${'1,'.repeat(500_001)}1]`), true);
  assert.is(excessive(JSON.stringify('[{,"\\'.repeat(1_000_000))), false);
  assert.is(excessive('"\\'), false);
});

test.run();
