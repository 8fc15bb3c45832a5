import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { cveHref } from './cveLinks.ts';
import {
  cvesOf,
  downloadBytes,
  heldSecurity,
  keptBackShort,
  keptBackText,
  sortPatches,
  type Patch,
} from './patches.ts';

const test = suite('host: patches');

const patch = (name: string, parts: Partial<Patch> = {}): Patch => ({
  name,
  arch: 'amd64',
  current_version: '1',
  available_version: '2',
  security: false,
  security_version: null,
  severity: null,
  advisories: [],
  origin: null,
  download_size_bytes: 100,
  held: false,
  phased: false,
  kept_back_reason: null,
  ...parts,
});

test('security comes first, the gravest before the others, then by name', () => {
  const sorted = sortPatches([
    patch('bash'),
    patch('zlib', { security: true }),
    patch('openssl', { security: true, severity: 'critical' }),
    patch('curl', { security: true, severity: 'low' }),
    patch('apt'),
    patch('docker', { security: null }),
  ]);
  assert.equal(
    sorted.map(({ name }) => name),
    ['openssl', 'curl', 'zlib', 'docker', 'apt', 'bash'],
  );
});

test('each reason to leave one out has its words, also one of a newer agent', () => {
  assert.is(keptBackText(patch('a')), null);
  assert.is(keptBackShort(patch('a', { held: true })), 'Held');
  assert.match(keptBackText(patch('a', { kept_back_reason: 'PHASED' })) ?? '', /not this host’s turn/);
  assert.is(keptBackShort(patch('a', { kept_back_reason: 'MOON_PHASE' })), 'moon phase');
  const pinned = patch('a', { kept_back_reason: 'PINNED', kept_back_message: 'By /etc/apt/preferences.' });
  assert.match(keptBackText(pinned) ?? '', /suppress.* By \/etc\/apt\/preferences\.$/);
});

test('the download is of what a job would take, and unknown rather than too small', () => {
  assert.is(downloadBytes([patch('a'), patch('b', { held: true, download_size_bytes: 900 })]), 100);
  assert.is(downloadBytes([patch('a'), patch('b', { download_size_bytes: null })]), null);
});

test('a CVE that two advisories name is one', () => {
  const advisories = [
    { id: 'DSA-1', cves: ['CVE-2026-1', 'CVE-2026-2'] },
    { id: 'DSA-2', cves: ['CVE-2026-1'] },
  ];
  assert.equal(cvesOf(patch('a', { advisories })), ['CVE-2026-1', 'CVE-2026-2']);
});

test('a CVE leads to its record, and nothing else leads anywhere', () => {
  assert.is(cveHref('CVE-2026-0001'), 'https://www.cve.org/CVERecord?id=CVE-2026-0001');
  for (const other of ['CVE-2026-1', 'javascript:alert(1)', 'CVE-2026-0001"', 'DSA-1'])
    assert.is(cveHref(other), null, other);
});

test('security patches that are held are found by name, each once', () => {
  const held = { security: true, held: true };
  assert.equal(
    heldSecurity([
      patch('openssl', held),
      patch('openssl', { ...held, arch: 'i386' }),
      patch('bash', { held: true }),
      patch('curl', { security: true, kept_back_reason: 'HELD' }),
      patch('zlib', { security: true, kept_back_reason: 'PHASED' }),
    ]),
    ['openssl', 'curl'],
  );
});

test.run();
