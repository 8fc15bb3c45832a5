import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Wave } from './jobSpec.ts';
import { canariesFirst, waveIssues, waveSizes } from './waveShares.ts';

const test = suite('shares of waves');
const tenths: Wave[] = new Array<Wave>(10).fill({ percent: 10 });

/** The expected wave sizes for a number of hosts, worked out by hand. */
const SIZES: [string, Wave[], number, number[]][] = [
  ['one, a tenth, the rest', [{ count: 1 }, { percent: 10 }], 100, [1, 10, 89]],
  ['one, a tenth, the rest of few', [{ count: 1 }, { percent: 10 }], 7, [1, 1, 5]],
  ['halves', [{ percent: 50 }, { percent: 50 }], 3, [2, 1]],
  ['tenths of fifteen', tenths, 15, [2, 1, 2, 1, 2, 1, 2, 1, 2, 1]],
  ['all at once', [{ percent: 100 }], 5, [5]],
  ['one of one', [{ percent: 1 }], 1, [1]],
  ['a count and all', [{ count: 2 }, { percent: 100 }], 10, [2, 8]],
  ['a third', [{ percent: 33 }], 10_000, [3_300, 6_700]],
];

for (const [title, waves, hosts, sizes] of SIZES) {
  test(`${title}: each host is in one wave`, () => {
    assert.equal(waveIssues(waves, hosts), []);
    assert.equal(waveSizes(waves, hosts), sizes);
  });
}

const ISSUES: [string, Wave[], number, { path: string; message: RegExp }][] = [
  ['percentages above 100', [{ percent: 60 }, { percent: 50 }], 100, { path: '/body/waves', message: /110/ }],
  ['a count above the hosts', [{ count: 4 }], 3, { path: '/body/waves/0/count', message: /3 of 3/ }],
  [
    'a count above what is left',
    [{ count: 2 }, { count: 2 }],
    3,
    { path: '/body/waves/1/count', message: /1 of 3/ },
  ],
  ['a wave without hosts', [{ count: 3 }, { percent: 10 }], 3, { path: '/body/waves/1', message: /no host/ }],
  ['more waves than hosts', tenths, 5, { path: '/body/waves/5', message: /no host/ }],
];

for (const [title, waves, hosts, { path, message }] of ISSUES) {
  test(`${title} is refused, and says where`, () => {
    const [issue, ...more] = waveIssues(waves, hosts);
    assert.equal([issue?.path, more.length], [path, 0]);
    assert.match(issue?.message ?? '', message);
  });
}

test('canaries come first, and all others stay in their order', () => {
  const hosts = [
    { name: 'a', tags: [] },
    { name: 'b', tags: ['canary=no'] },
    { name: 'c', tags: ['web', 'canary'] },
    { name: 'd', tags: [] },
    { name: 'e', tags: ['canary'] },
  ];
  assert.equal(
    canariesFirst(hosts).map(({ name }) => name),
    ['c', 'e', 'a', 'b', 'd'],
  );
});

test.run();
