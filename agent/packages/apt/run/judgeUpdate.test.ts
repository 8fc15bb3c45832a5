import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseSources } from '../read/sources.ts';
import { judgeUpdate, readTransactions, shownLine } from './judgeUpdate.ts';

const test = suite('what became of each apt source');

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
    null,
    null,
    'FETCH_FAILED',
    'SIGNATURE_INVALID',
    'SIGNATURE_INVALID',
    'METADATA_EXPIRED',
    'FETCH_FAILED',
  ]);
  assert.equal(codes(update30), [null, null, null, null, 'SIGNATURE_INVALID', null, null]);
  assert.is(judgeUpdate(update26, sources)[2]?.failure?.message, '404 Not Found [IP: 10.77.0.1 8080]');
});

/** From apt 3.0, shortened; 8090 redirects to 8080. */
const redirected = `Hit:1 ${address}/current bookworm InRelease
Ign:4 ${address}/gone/v  InRelease
Err:5 ${address}/gone/v  Release
  404  Not Found [IP: 10.77.0.1 8080]
Get:6 ${address}/t1-wrongkey vendor InRelease [2290 B]
Err:6 ${address}/t1-wrongkey vendor InRelease
  Sub-process /usr/bin/sqv returned an error code (1), error message is: Signing key is not bound: SHA1 is not considered secure
New pkgAcqMetaIndex with TransactionManager 0x564640c7ba20
AbortTransaction: 0x564640c8c780
  Cancel: /var/lib/apt/lists/10.77.0.1:8090_r_gone_v_InRelease
Finished: /var/lib/apt/lists/10.77.0.1:8080_current_dists_bookworm_InRelease
CommitTransaction: 0x564640c7ba20
rm /var/lib/apt/lists/10.77.0.1:8080_current_dists_bookworm_main_i18n_Translation-en # ${address}/current/dists/bookworm/main/i18n/Translation-en
Finished: /var/lib/apt/lists/10.77.0.1:8090_r_gone_v_InRelease
Finished: /var/lib/apt/lists/partial/10.77.0.1:8090_r_t1-wrongkey_dists_vendor_InRelease
Finished: /var/lib/apt/lists/partial/bucket_debian_dists_stable_InRelease
Finished: /var/lib/apt/lists/partial/other_dists_stable_InRelease
E: The repository 'http://10.77.0.1:8090/r/gone/v  Release' does not have a Release file.
W: An error occurred during the signature verification. The repository is not updated and the previous index files will be used. OpenPGP signature verification failed: ${address}/t1-wrongkey vendor InRelease: Sub-process /usr/bin/sqv returned an error code (1), error message is: Signing key is not bound: SHA1 is not considered secure
E: Failed to fetch http://me:secret@10.77.0.1:8090/r/t1-wrongkey/dists/vendor/InRelease  Sub-process /usr/bin/sqv returned an error code (1), error message is: Signing key is not bound: SHA1 is not considered secure
E: The method driver /usr/lib/apt/methods/s3 could not be found.
`;

test('which lists were taken over is known by the files, whatever address a redirect has led to', () => {
  const sources =
    parseSources(`'${address}/current/dists/bookworm/InRelease' 10.77.0.1:8080_current_dists_bookworm_InRelease 0 
'http://10.77.0.1:8090/r/gone/v/InRelease' 10.77.0.1:8090_r_gone_v_InRelease 0 
'http://me:secret@10.77.0.1:8090/r/t1-wrongkey/dists/vendor/InRelease' 10.77.0.1:8090_r_t1-wrongkey_dists_vendor_InRelease 0 
's3://bucket/debian/dists/stable/InRelease' bucket_debian_dists_stable_InRelease 0 
`);
  assert.equal([...readTransactions(redirected).values()], [true, false, false, false, false]);
  const results = judgeUpdate(redirected, sources);
  assert.equal(
    results.map(({ name, failure }) => [name, failure?.code ?? null]),
    [
      [`${address}/current bookworm`, null],
      ['http://10.77.0.1:8090/r/gone/v /', 'FETCH_FAILED'],
      ['http://10.77.0.1:8090/r/t1-wrongkey vendor', 'SIGNATURE_INVALID'],
      ['s3://bucket/debian stable', 'FETCH_FAILED'],
      ['other_dists_stable', 'SIGNATURE_INVALID'],
    ],
  );
  assert.match(results[2]?.failure?.message ?? '', /SHA1 is not considered secure/);
  assert.not.match(JSON.stringify(results), 'secret');
});

test('nobody reads what apt tells only for this', () => {
  const shown = redirected.split('\n').flatMap((line) => shownLine(line) ?? []);
  assert.not.match(shown.join('\n'), /Transaction|Finished|Cancel|Translation/);
  assert.is(shown.length, redirected.split('\n').length - 10);
});

test.run();
