import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readText } from '../../exposure-feeds/feeds.testing.ts';
import { TrackerReader } from '../../exposure-feeds/tracker.ts';
import { addBit, bitsFor, hasBit } from './bits.ts';
import { originOf } from './debian.ts';
import type { OpenSources } from './openEntries.ts';
import { openIn, type OpenRelease } from './unfixed.ts';

const told = (status: string, more: object = {}) => ({
  status,
  urgency: 'not yet assigned',
  repositories: {},
  ...more,
});
const open = told('open');
const fixedIn = (version: string) => told('resolved', { fixed_version: version });

/** Of curl, by what the releases say. */
const FILE = {
  curl: {
    'CVE-2025-0001': {
      releases: { bookworm: open, trixie: fixedIn('8.14.1-2+deb13u2'), sid: fixedIn('8.16.0-1') },
    },
    'CVE-2025-0002': { releases: { bookworm: open, trixie: fixedIn('0'), sid: fixedIn('8.16.0-1') } },
    'CVE-2025-0003': { releases: { bookworm: open, trixie: open, sid: fixedIn('8.16.0-1') } },
    'CVE-2025-0004': { releases: { bookworm: open, trixie: told('undetermined'), sid: open } },
    'CVE-2025-0005': { releases: { bookworm: fixedIn('7.88.1-10+deb12u6'), trixie: open } },
    'CVE-2025-0006': {
      releases: { bookworm: open, trixie: told('open', { urgency: 'unimportant' }), sid: open },
    },
  },
};

/** The last digits of the CVEs that a host with curl in this version has, then of those of which it is not known. */
function judged(release: string, version: string): string {
  const { said } = readText((into) => new TrackerReader(into), JSON.stringify(FILE));
  const index = said.get('open') as Record<string, [number, number]>;
  const releases = new Map(
    Object.entries(index).map(([name, [number]]) => {
      const hosts = bitsFor(1);
      if (name === release) addBit(hosts, 0);
      const own = said.get(`open:${number}:0`) as OpenSources;
      return [name, { order: 'debian', hosts, blocks: [own] } satisfies OpenRelease];
    }),
  );
  const found = openIn(
    [{ source: 'curl', version, order: 'debian', isApart: false, hosts: [Int32Array.of(0)] }],
    releases,
  );
  let step = found.next();
  while (!step.done) step = found.next();
  const names = (key: 'hosts' | 'unknown') =>
    [...(step.value ?? [])]
      .filter(([, places]) => places.some(({ [key]: bits }) => bits && hasBit(bits, 0)))
      .map(([cve]) => cve.slice(-1))
      .toSorted()
      .join('');
  return `${names('hosts')}, unknown ${names('unknown')}`;
}

test('a package is judged by the release of its host if its version names no other', () => {
  assert.is(judged('bookworm', '7.88.1-10'), '12346, unknown ');
  assert.is(judged('bookworm', '7.88.1-10+deb12u14'), '12346, unknown ');
  assert.is(judged('trixie', '8.14.1-2'), '35, unknown ');
  assert.is(judged('trixie', '8.14.1-2+deb13u1'), '35, unknown ');
});

test('a backport is judged by the release that it is rebuilt from, and what that does not tell is not known', () => {
  assert.is(judged('bookworm', '8.14.1-2+deb13u2~bpo12+1'), '35, unknown 4', 'it has the fix of trixie');
  assert.is(judged('bookworm', '8.14.1-2+deb13u1~bpo12+1'), '135, unknown 4');
  assert.is(judged('bookworm', '8.14.1-1~bpo12+1'), '135, unknown 4', 'below the fix of trixie');
  assert.is(judged('bookworm', '8.15.0-1~bpo12+1'), '35, unknown 14', 'of unstable, from before its fix');
  assert.is(judged('bookworm', '8.16.0-1~bpo12+1'), '5, unknown 4', 'it has what unstable has');
});

test('a package of another release than that of its host is judged by its own', () => {
  assert.is(judged('bookworm', '8.14.1-2+deb13u2'), '35, unknown 4');
  assert.is(judged('trixie', '7.88.1-10+deb12u5'), '123456, unknown ');
  assert.is(
    judged('bookworm', '7.74.0-1.3+deb11u15'),
    ', unknown 12346',
    'the file does not tell of bullseye',
  );
  assert.is(
    judged('bookworm', '9.0-1~deb99u1'),
    ', unknown 46',
    'of a release without a name, with what unstable has',
  );
});

test('a version names the release that it was made for', () => {
  const named = (version: string) => {
    const origin = originOf(version);
    return origin && `${origin.release}${origin.isExact ? '' : ' or later'}`;
  };
  assert.is(named('1:9.2p1-2+deb12u3'), 'bookworm');
  assert.is(named('3.0.14-1~deb12u2'), 'bookworm');
  assert.is(named('3.0.14-1~deb12u2+b1'), 'bookworm');
  assert.is(named('2.0-1+deb11u1+deb12u2'), 'bookworm');
  assert.is(named('8.14.1-2~bpo12+1'), 'trixie or later');
  assert.is(named('8.14.1-2+deb13u1~bpo12+1'), 'trixie');
  for (const version of ['1.2-3', '1.2-3+b1', '1.2-3ubuntu0.2', '1.2-3+debian1', '1.2+deb-1'])
    assert.is(named(version), null);
});

test.run();
