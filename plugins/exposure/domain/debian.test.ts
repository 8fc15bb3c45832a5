import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { PatchItem } from '#sdk/hosts.ts';
import { patchItem } from '#server/core/hosts/patchItem.testing.ts';
import { mendedBy, sourceChangeOf } from './debian.ts';
import { namedBlock, type FixedSources } from './packageEntries.ts';

const patch = (more: Partial<PatchItem>): PatchItem =>
  patchItem('libssl3', { current_version: '3.0.13-1+b1', available_version: '3.0.14-1~deb12u2', ...more });

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
  const tracked = { 'CVE-2024-5535': [2, { bookworm: '2' }] } as FixedSources[string];
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
  assert.match(namedBlock('src', 'golang-github-'.repeat(9)), /^src:[0-9a-f]{24}$/);
});

test.run();
