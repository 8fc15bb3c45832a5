import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { judgeEntry, matcherOf, normalEntry } from './domain.ts';

const test = suite('entries of the allow-list');

test('an entry is kept in its usual spelling', () => {
  for (const [sent, kept] of [
    ['10.0.0.7', '10.0.0.7'],
    ['10.0.0.7/32', '10.0.0.7'],
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8:0:0::/32', '2001:db8::/32'],
    ['2001:db8::1/128', '2001:db8::1'],
    ['::/0', '::/0'],
    ['::ffff:10.0.0.7', '10.0.0.7'],
    ['::FFFF:a00:7', '10.0.0.7'],
    ['::ffff:10.0.0.0/104', '10.0.0.0/8'],
    ['::ffff:0:0/96', '0.0.0.0/0'],
  ] as const) {
    assert.is(judgeEntry(sent), null, sent);
    assert.is(normalEntry(sent), kept);
    assert.equal([judgeEntry(kept), normalEntry(kept)], [null, kept], 'what is kept is kept so');
  }
});

test('what is no network is refused, and host bits are, with what was perhaps meant', () => {
  for (const sent of [
    '',
    '10.0.0',
    '10.0.0.256',
    '010.0.0.1',
    '0x7f.1',
    '2130706433',
    'localhost',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/255.0.0.0',
    'fe80::1%eth0',
    '2001:db8::/129',
    ':::',
    '::ffff:0:0/95',
    '::10.0.0.1',
    '１０.0.0.1',
    ' 10.0.0.1',
    '10.0.0.1 ',
    '*',
    '10.0.0.*',
    '10.0.0.1-10.0.0.9',
  ])
    assert.match(String(judgeEntry(sent)), /^is neither an address nor a network/, JSON.stringify(sent));
  assert.match(
    String(judgeEntry('10.0.0.7/8')),
    /^has bits behind its prefix; did you mean 10\.0\.0\.0\/8\?$/,
  );
  assert.match(String(judgeEntry('192.168.5.130/25')), /did you mean 192\.168\.5\.128\/25\?$/);
  assert.match(String(judgeEntry('2001:db8::1/32')), /did you mean 2001:db8::\/32\?$/);
  assert.match(String(judgeEntry('::ffff:10.0.0.7/104')), /did you mean 10\.0\.0\.0\/8\?$/);
  assert.match(String(judgeEntry('10.0.0.7/0')), /did you mean 0\.0\.0\.0\/0\?$/);
});

test('an address is in the list by its bits, whatever its spelling and its kind', () => {
  const holds = matcherOf(['10.0.0.0/8', '192.168.5.128/25', '203.0.113.7', '2001:db8:5::/48']);
  for (const address of ['10.0.0.0', '10.255.255.255', '192.168.5.128', '192.168.5.255', '203.0.113.7'])
    assert.is(holds(address), true, address);
  for (const address of ['::ffff:10.1.2.3', '::FFFF:a01:203', '2001:db8:5::1', '2001:DB8:5:ffff::%eth0'])
    assert.is(holds(address), true, address);
  for (const address of ['11.0.0.0', '9.255.255.255', '192.168.5.127', '192.168.6.0', '203.0.113.6'])
    assert.is(holds(address), false, address);
  for (const address of [
    '2001:db8:6::1',
    '::1',
    '::10.0.0.1',
    '::ffff:11.0.0.1',
    'unknown',
    '',
    '10.0.0',
    '10',
  ])
    assert.is(holds(address), false, address);
});

test('a list of one kind holds none of the other; /0 holds its whole kind', () => {
  assert.equal(
    ['0.0.0.0/0', '::/0'].map((entry) =>
      ['10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', '::1'].map(matcherOf([entry])),
    ),
    [
      [true, true, false, false],
      [false, false, true, true],
    ],
  );
});

test('an empty list holds everybody; one that cannot be read holds nobody', () => {
  assert.equal(['10.0.0.1', 'unknown'].map(matcherOf([])), [true, true]);
  assert.equal(['10.0.0.1', '::1', 'unreadable'].map(matcherOf(['unreadable'])), [false, false, false]);
  assert.equal(['10.0.0.1', '::1'].map(matcherOf(['unreadable', '::1'])), [false, true]);
});

test('a list of a thousand networks is judged in no time', () => {
  const holds = matcherOf(Array.from({ length: 1_000 }, (_, i) => `10.${i >> 8}.${i & 255}.0/24`));
  const startedAtMs = performance.now();
  for (let i = 0; i < 1_000; i++) holds('192.0.2.1');
  const eachMs = (performance.now() - startedAtMs) / 1_000;
  assert.ok(eachMs < 1, `${eachMs} ms`);
});

test.run();
