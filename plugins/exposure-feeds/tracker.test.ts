import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AppError } from '../../sdk/index.ts';
import type { FixedSources } from '../exposure/domain/packageEntries.ts';
import { readText } from './feeds.testing.ts';
import { TrackerReader } from './tracker.ts';

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
  const { said, affected, ...content } = readText((into) => new TrackerReader(into), text, size);
  assert.is(affected, null);
  const sources: FixedSources = {};
  const open: Record<string, unknown> = {};
  for (const [block, told] of said)
    if (block.startsWith('src:')) Object.assign(sources, told);
    else open[block] = told;
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
  const blocks = read(JSON.stringify({ linux: many }), 10_000).open as Record<string, FixedSources>;
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
    '{"openssl":5"CVE-2024-1000":{"releases":{}}}}',
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

test.run();
