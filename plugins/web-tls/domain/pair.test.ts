import { generateKeyPairSync } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createAuthority, issuePair, type ClientPair } from '#server/core/agents/pki/pki.testing.ts';
import { judgePair, UnusablePair } from './pair.ts';

const now = new Date('2030-03-01T00:00:00.000Z');
const DAY_MS = 86_400_000;
const ca = await createAuthority(new Date(now.getTime() - 30 * DAY_MS));
const issued = (names: string[], at = now): Promise<ClientPair> => issuePair(ca, { kind: 'web', names }, at);
const good = await issued(['patch.example.org', '203.0.113.7']);

function refusal(files: { cert: string; key: string }, host: string | null = null): string {
  try {
    judgePair(files, { now, host });
    return 'taken';
  } catch (error) {
    if (error instanceof UnusablePair) return error.message;
    throw error;
  }
}

test('a certificate with its chain and its key is taken, and told as it is', () => {
  const { cert, facts } = judgePair(
    { cert: good.cert + ca.certificatePem, key: good.key },
    { now, host: 'patch.example.org' },
  );
  assert.is(cert, good.cert + ca.certificatePem);
  assert.equal(facts.names.slice(-2), ['patch.example.org', '203.0.113.7']);
  assert.match(facts.issuer, /Fleetmend/);
  assert.match(facts.fingerprint, /^[0-9a-f]{64}$/);
  assert.ok(facts.notBefore <= now && facts.notAfter > now);
});

test('what is no pair is refused with a sentence that says why', async () => {
  const other = await issued(['patch.example.org']);
  assert.match(refusal({ cert: good.cert, key: other.key }), /^The key is not that of the first certificate/);
  assert.match(refusal({ cert: ca.certificatePem + good.cert, key: good.key }), /^The key is not that/);
  assert.match(refusal({ cert: '', key: good.key }), /holds no certificate/);
  assert.match(
    refusal({ cert: good.cert.replace(/[A-Za-z0-9]{20}/, 'AAAA'), key: good.key }),
    /cannot be read/,
  );
  assert.match(refusal({ cert: good.cert, key: good.cert }), /holds no private key/);
  const locked = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' },
  });
  assert.match(refusal({ cert: good.cert, key: locked.privateKey }), /protected by a passphrase/);
});

test('a certificate that is over, not valid yet, or for another name is refused', async () => {
  const old = await issuePair(ca, { kind: 'web', names: [] }, new Date(now.getTime() - 200 * DAY_MS));
  assert.match(refusal(old), /^The certificate expired at 20/);
  const early = await issued([], new Date(now.getTime() + 10 * DAY_MS));
  assert.match(refusal(early), /^The certificate is not valid before 2030-03-/);
  assert.match(refusal(good, 'other.example.org'), /is not for other\.example\.org/);
  assert.is(refusal(good, '203.0.113.7'), 'taken');
  assert.match(refusal(good, '203.0.113.8'), /is not for 203\.0\.113\.8/);
});

test.run();
