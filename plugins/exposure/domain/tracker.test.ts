import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AppError } from '#sdk';
import type { PatchItem } from '#sdk/hosts.ts';
import { mendedBy, releaseOf, sourceChangeOf } from './debian.ts';
import { blockOfSource, TrackerReader, type TrackedSources } from './tracker.ts';

/** An entry as the tracker writes it, also with what is not read. */
const inRelease = (status: string, fixed: string | null, urgency = 'not yet assigned') => ({
  status,
  repositories: { bookworm: '3.0.14-1~deb12u1', 'bookworm-security': '3.0.14-1~deb12u2' },
  ...(fixed === null ? {} : { fixed_version: fixed }),
  urgency,
});
const cve = (releases: object) => ({
  description: 'A "{brace}" and a back\\slash é.',
  scope: 'remote',
  releases,
});

const FILE = {
  openssl: {
    'CVE-2024-5535': cve({
      bookworm: inRelease('resolved', '3.0.14-1~deb12u2', 'medium'),
      trixie: inRelease('resolved', '3.2.2-1', 'medium**'),
      sid: inRelease('resolved', '3.2.2-1'),
    }),
    'CVE-2023-0001': cve({ bookworm: inRelease('resolved', '0') }),
    'CVE-2023-0002': cve({ bookworm: inRelease('resolved', '3.0.14-1~deb12u2', 'unimportant') }),
    'CVE-2025-0003': cve({
      bookworm: { ...inRelease('open', null), nodsa: 'Minor issue', nodsa_reason: '' },
    }),
    'TEMP-0000000-AAAAAA': cve({ bookworm: inRelease('resolved', '3.0.14-1~deb12u2') }),
  },
  linux: { 'CVE-2026-20001': cve({ bookworm: inRelease('resolved', '6.1.99-1', 'high**') }) },
};

function read(text: string, size: number) {
  const reader = new TrackerReader();
  for (let at = 0; at < text.length; at += size) reader.take(text.slice(at, at + size));
  const { blocks, ...content } = reader.end();
  const sources: TrackedSources = {};
  const open: Record<string, unknown> = {};
  for (const [block, entries] of blocks) {
    const told = JSON.parse(entries) as TrackedSources;
    if (block.startsWith('src:')) Object.assign(sources, told);
    else open[block] = told;
  }
  return { ...content, sources, open };
}

const EXPECTED = {
  version: 'up to CVE-2026-20001',
  sourceDate: null,
  rows: 5,
  sources: {
    openssl: { 'CVE-2024-5535': [2, { bookworm: '3.0.14-1~deb12u2', trixie: '3.2.2-1', sid: '3.2.2-1' }] },
    linux: { 'CVE-2026-20001': [3, { bookworm: '6.1.99-1' }] },
  },
  open: {
    open: { bookworm: [0, 1] },
    'open:0:0': { openssl: { 'CVE-2025-0003': [0, 1, null, { bookworm: null }] } },
  },
};

test('what a file says is the same wherever its pieces are cut, written tight or wide', () => {
  for (const text of [
    JSON.stringify(FILE),
    JSON.stringify(FILE, null, 1),
    `\r\n${JSON.stringify(FILE, null, '\t')}\n`,
  ])
    for (const size of [1, 2, 3, 7, 64, 1_000_000])
      assert.equal(read(text, size), EXPECTED, `pieces of ${size}`);
});

test('what is open is kept by release, with what was decided and what mends it in unstable and elsewhere', () => {
  const open = (more: object = {}, urgency?: string) => ({ ...inRelease('open', null, urgency), ...more });
  const file = {
    openssl: {
      'CVE-2025-0001': cve({ bookworm: open({}, 'high**'), trixie: open(), sid: inRelease('resolved', '4') }),
      'CVE-2025-0002': cve({ bookworm: open({ nodsa: 'x', nodsa_reason: 'postponed' }), sid: open() }),
      'CVE-2025-0003': cve({
        bookworm: open({ nodsa: 'x', nodsa_reason: 'ignored' }),
        trixie: inRelease('resolved', '1', 'unimportant'),
      }),
      'CVE-2025-0004': cve({
        bookworm: open({ nodsa: 'x', nodsa_reason: '' }),
        sid: inRelease('resolved', '0'),
      }),
      'CVE-2025-0005': cve({
        bookworm: open({}, 'end-of-life'),
        bullseye: inRelease('resolved', '1-1+deb11u1'),
      }),
      'CVE-2025-0006': cve({ bookworm: open({}, 'unimportant') }),
      'CVE-2025-0007': cve({ bookworm: inRelease('undetermined', null) }),
      'TEMP-0000000-AAAAAA': cve({ bookworm: open() }),
    },
  };
  assert.equal(read(JSON.stringify(file), 100).open, {
    open: { bookworm: [0, 1], trixie: [1, 1], sid: [2, 1] },
    'open:0:0': {
      openssl: {
        'CVE-2025-0001': [3, 0, '4', { bookworm: null, trixie: null }],
        'CVE-2025-0002': [0, 2, null, { bookworm: null }],
        'CVE-2025-0003': [0, 3, null, { bookworm: null, trixie: '0' }],
        'CVE-2025-0004': [0, 1, null, { bookworm: null }],
        'CVE-2025-0005': [0, 4, null, { bookworm: null, bullseye: '1-1+deb11u1' }],
      },
    },
    'open:1:0': { openssl: { 'CVE-2025-0001': [0, 0, '4', { bookworm: null, trixie: null }] } },
    'open:2:0': { openssl: { 'CVE-2025-0002': [0, 0, null, { bookworm: null }] } },
  });
  const many = Object.fromEntries(
    Array.from({ length: 4_500 }, (_, at) => [`CVE-2025-${10_000 + at}`, cve({ bookworm: open() })]),
  );
  const blocks = read(JSON.stringify({ linux: many }), 10_000).open as Record<string, TrackedSources>;
  assert.equal(
    Object.keys(blocks).map((name) => Object.keys(blocks[name]?.['linux'] ?? {}).length),
    [2_000, 2_000, 500, 0],
  );
});

test('what is no file of the tracker is refused with its place, however it is cut', () => {
  const good = JSON.stringify(FILE);
  const one = (more: unknown) => JSON.stringify({ openssl: { 'CVE-2024-1000': more } });
  const release = (value: unknown) => one({ releases: { bookworm: value } });
  const of = (text: string) => `{"openssl":{"CVE-2024-1000":${text}}}`;
  const nowhere = [
    '',
    '[]',
    '{}',
    'null',
    '{"a":5}',
    '{"a b":{"CVE-2024-1000":{}}}',
    '{"openssl":{}}',
    `${good}x`,
  ];
  const cutOff = [
    good.slice(0, -1),
    good.slice(0, 500),
    '{"openssl"',
    '{"openssl":{"CVE-2024-1000":',
    '{5:{}}',
  ];
  const shapes = [
    '{"openssl" {}}',
    '{"openssl":{},}',
    '{"openssl":{"CVE-2024-1000":,}}',
    `{"${'a'.repeat(2_000)}":{}}`,
  ];
  const twice = [
    '{"zlib":{"CVE-2024-1000":{"releases":{}}},"tar":{"CVE-2024-1000":{"releases":{}}},"zlib":{"CVE-2024-1000":{"releases":{}}}}',
  ];
  const inEntry = [
    of('5'),
    of('[]'),
    of('{]}'),
    of('{"releases":{'),
    one({}),
    one({ releases: [] }),
    release(null),
    release({ ...inRelease('mended', '1') }),
    release(inRelease('resolved', '1;')),
    release({ ...inRelease('resolved', '1'), urgency: 5 }),
    release({ ...inRelease('resolved', '1'), fixed_version: 5 }),
    one({ releases: { 'book worm': inRelease('resolved', '1') } }),
    '{"openssl":{"GHSA-1":{"releases":{}}}}',
    '{"openssl":{"CVE-2024-1000":{"releases":{}},"CVE-2024-1000":{"releases":{}}}}',
  ];
  for (const text of [...nowhere, ...cutOff, ...shapes, ...twice, ...inEntry])
    for (const size of [1, 5, 10_000]) {
      const told = `${text.slice(0, 80)} in pieces of ${size}`;
      try {
        read(text, size);
        assert.unreachable(told);
      } catch (error) {
        const { code, details } = error as AppError;
        assert.is(code, 'DATA_SET_INVALID', `${told}: ${String(error)}`);
        if (inEntry.includes(text) && text !== of('{"releases":{'))
          assert.match(String((details as { place?: string } | undefined)?.place), /^openssl, /, told);
      }
    }
  assert.throws(() => read(of(`"${'x'.repeat(5_000_000)}`), 65_536), /too long/);
});

const patch = (more: Partial<PatchItem>): PatchItem => ({
  name: 'libssl3',
  arch: 'amd64',
  current_version: '3.0.13-1+b1',
  available_version: '3.0.14-1~deb12u2',
  security: true,
  security_version: null,
  severity: null,
  advisories: [],
  origin: null,
  download_size_bytes: 1,
  held: false,
  phased: false,
  kept_back_reason: null,
  ...more,
});

test('a patch is compared by the source that it is built from', () => {
  const source = { name: 'openssl', current_version: '3.0.13-1', available_version: '3.0.14-1~deb12u2' };
  const own = { source: 'openssl', from: '3.0.13-1', to: '3.0.14-1~deb12u2' };
  assert.equal(sourceChangeOf(patch({ source })), own);
  assert.equal(sourceChangeOf(patch({})), { ...own, source: 'libssl3' }, 'of an older agent, by its name');
  const below = { security_version: '3.0.13-1~deb12u9+b3' };
  assert.is(sourceChangeOf(patch({ source, ...below }))?.to, '3.0.13-1~deb12u9');
  const apart = { ...source, available_version: '7' };
  assert.is(sourceChangeOf(patch({ source: apart, ...below })), null, 'versions of its own: not known');
  const kernel = { name: 'linux-signed-amd64', current_version: '6.1.90+1', available_version: '6.1.99+1' };
  assert.equal(sourceChangeOf(patch({ source: kernel })), {
    source: 'linux',
    from: '6.1.90-1',
    to: '6.1.99-1',
  });
});

test('a change mends what is mended above the one version and not above the other, in the release of the host', () => {
  const tracked = { 'CVE-2024-5535': [2, { bookworm: '2' }] } as TrackedSources[string];
  const mends = (from: string, to: string, release = 'bookworm') =>
    mendedBy({ source: 'x', from, to }, release, tracked ?? {}).map(({ cve: name }) => name);
  assert.equal(mends('1', '2'), ['CVE-2024-5535']);
  assert.equal(mends('2~rc1', '3'), ['CVE-2024-5535']);
  for (const [from, to] of [
    ['2', '3'],
    ['1', '2~rc1'],
    ['2', '1'],
  ] as const)
    assert.equal(mends(from, to), [], `${from} to ${to}`);
  assert.equal(mends('1', '2', 'trixie'), []);
  assert.equal(mends('1', '2', 'constructor'), [], 'a host may call its release anything');
  assert.is(releaseOf({ osName: 'Debian GNU/Linux 12 (bookworm)' }), 'bookworm');
  for (const osName of ['Debian GNU/Linux trixie/sid', 'Ubuntu 24.04.1 LTS', null])
    assert.is(releaseOf({ osName }), null);
});

test('what leads from a version of another release mends what that release is known to have left open', () => {
  const mends = (from: string, to: string, bullseye?: string | null) =>
    mendedBy({ source: 'x', from, to }, 'bookworm', {
      'CVE-2024-5535': [2, { bookworm: '2-1+deb12u1', ...(bullseye === undefined ? {} : { bullseye }) }],
    }).length;
  assert.is(mends('2-1', '2-1+deb12u1'), 1);
  const left = '1-1+deb11u4';
  assert.is(mends(left, '2-1+deb12u1', '1-1+deb11u4'), 0, 'it was mended there');
  assert.is(mends(left, '2-1+deb12u1', '0'), 0, 'it was never there');
  assert.is(mends(left, '2-1+deb12u1'), 0, 'nobody can tell');
  assert.is(mends(left, '2-1+deb12u1', '1-1+deb11u5'), 1);
  assert.is(mends(left, '2-1+deb12u1', null), 1, 'nothing mends it there');
  assert.is(mends('1-1+deb11u3', left, '1-1+deb11u4'), 1, 'bullseye mends its own packages on any host');
});

test('blocks of sources have names that fit', () => {
  assert.match(blockOfSource('golang-github-'.repeat(9)), /^src:[0-9a-f]{24}$/);
});

test.run();
