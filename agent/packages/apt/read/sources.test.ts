import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { judgeUpdate, parseSources } from './sources.ts';

const test = suite('apt sources by name');

test('a source is an address and a suite, flat ones by their folder, without passwords', () => {
  // apt 2.6
  const output = `'http://10.77.0.1:8080/current/dists/bookworm/InRelease' 10.77.0.1:8080_current_dists_bookworm_InRelease 0 
'https://me:secret@apt.example.org/x/dists/buster/updates/InRelease' apt.example.org_x_dists_buster_updates_InRelease 0 
'http://flat.example.org/repo/./InRelease' flat.example.org_repo_._InRelease 0 
'http://10.77.0.1:8080/current/dists/bookworm/main/binary-amd64/Packages.xz' 10.77.0.1:8080_current_dists_bookworm_main_binary-amd64_Packages 0 
`;
  assert.equal(
    parseSources(output).map(({ name, lists }) => [name, lists]),
    [
      ['http://10.77.0.1:8080/current bookworm', '10.77.0.1:8080_current_dists_bookworm_'],
      ['https://apt.example.org/x buster/updates', 'apt.example.org_x_dists_buster_updates_'],
      ['http://flat.example.org/repo ./', 'flat.example.org_repo_._'],
    ],
  );
});

const address = 'http://10.77.0.1:8080';
const source = (path: string, suite: string) =>
  `'${address}/${path}/dists/${suite}/InRelease' 10.77.0.1:8080_${path}_dists_${suite}_InRelease 0 \n`;

/** From apt 2.6; the second text has what 3.0 says differently. */
const update26 = `Get:1 ${address}/current bookworm InRelease [2286 B]
Hit:2 ${address}/current bookworm-security InRelease
Ign:3 ${address}/gone vendor InRelease
Err:8 ${address}/gone vendor Release
  404  Not Found [IP: 10.77.0.1 8080]
Get:9 ${address}/t1-unsigned vendor Release [1981 B]
Err:4 ${address}/t1-wrongkey vendor InRelease
  The following signatures couldn't be verified because the public key is not available: NO_PUBKEY 8631CE53A45254B8
Err:12 ${address}/damaged vendor/main amd64 Packages
  Hash Sum mismatch
Reading package lists...
E: The repository '${address}/gone vendor Release' does not have a Release file.
E: The repository '${address}/t1-unsigned vendor Release' is not signed.
W: GPG error: ${address}/t1-wrongkey vendor InRelease: The following signatures couldn't be verified because the public key is not available: NO_PUBKEY 8631CE53A45254B8
E: The repository '${address}/t1-wrongkey vendor InRelease' is not signed.
E: Release file for ${address}/t1-expired/dists/bookworm/InRelease is expired (invalid since 1056d). Updates for this repository will not be applied.
W: Skipping acquire of configured file 'contrib/binary-amd64/Packages' as repository '${address}/current bookworm InRelease' doesn't have the component 'contrib' (component misspelt in sources.list?)
W: ${address}/current/dists/bookworm/InRelease: Key is stored in legacy trusted.gpg keyring (/etc/apt/trusted.gpg), see the DEPRECATION section in apt-key(8) for details.
`;
const update30 = `Err:4 ${address}/t1-wrongkey vendor InRelease
  Sub-process /usr/bin/sqv returned an error code (1), error message is: Missing key 8A784C4DBFB647A65A63BFCF8631CE53A45254B8, which is needed to verify signature.
W: OpenPGP signature verification failed: ${address}/t1-wrongkey vendor InRelease: Sub-process /usr/bin/sqv returned an error code (1), error message is: Missing key 8A78, which is needed to verify signature.
`;

test('what apt-get update says is laid to the source that it names; warnings that keep no list away are none', () => {
  const sources = parseSources(
    source('current', 'bookworm') +
      source('current', 'bookworm-security') +
      source('gone', 'vendor') +
      source('t1-unsigned', 'vendor') +
      source('t1-wrongkey', 'vendor') +
      source('t1-expired', 'bookworm') +
      source('damaged', 'vendor'),
  );
  const codes = (output: string) => judgeUpdate(output, sources).map(({ failure }) => failure?.code ?? null);
  assert.equal(codes(update26), [
    ...[null, null],
    'FETCH_FAILED',
    'SIGNATURE_INVALID',
    'SIGNATURE_INVALID',
    'METADATA_EXPIRED',
    'FETCH_FAILED',
  ]);
  assert.equal(codes(update30), [null, null, null, null, 'SIGNATURE_INVALID', null, null]);
  assert.is(judgeUpdate(update26, sources)[2]?.failure?.message, '404 Not Found [IP: 10.77.0.1 8080]');
});

test.run();
