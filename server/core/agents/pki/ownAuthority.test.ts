// time-limit: 120
/** Chains made by OpenSSL: accepted and usable for agents, or refused with a sentence that says what to do. */
import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readTrust } from '#agent/identity/trust.ts';
import { createKeyPair, issueLeaf, judgeOwnAuthority, PkiError } from './index.ts';
import { type Context, openssl, setUp, tearDown } from './pki.testing.ts';

const test = suite<Context>('chains of one’s own');
test.before.each(setUp);
test.after.each(tearDown);

const CA = 'basicConstraints = critical, CA:TRUE\nkeyUsage = critical, keyCertSign, cRLSign\n';
const P256 = ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
const BELOW = `${CA.replace('TRUE', 'TRUE, pathlen:0')}subjectKeyIdentifier = hash\nauthorityKeyIdentifier = keyid\n`;

interface Making {
  newkey?: readonly string[];
  extensions?: string;
  subject?: string;
  /** Further arguments of the signing command. */
  signing?: readonly string[];
}

interface Made {
  name: string;
  cert: string;
  key: string;
}

async function ran(dir: string, args: string[], files: Record<string, string> = {}): Promise<void> {
  const { code, text } = await openssl(dir, args, files);
  if (code !== 0) throw new Error(`openssl ${args.join(' ')}: ${text}`);
}

async function read(dir: string, name: string): Promise<Made> {
  const [cert, key] = await Promise.all(
    ['crt', 'key'].map((end) => readFile(join(dir, `${name}.${end}`), 'utf8')),
  );
  return { name, cert: cert ?? '', key: key ?? '' };
}

/** A certificate, self-signed or signed by another. */
async function made(dir: string, name: string, by: string | null, making: Making = {}): Promise<Made> {
  const {
    newkey = P256,
    subject = `/O=Example/CN=${name}`,
    signing = ['-sha256', '-days', by === null ? '3650' : '1825'],
  } = making;
  const { extensions = by === null ? `subjectKeyIdentifier = hash\n${CA}` : BELOW } = making;
  const request = ['req', '-new', '-noenc', '-newkey', ...newkey, '-subj', subject, '-keyout', `${name}.key`];
  await ran(dir, [...request, '-out', `${name}.csr`]);
  const signer = by === null ? ['-signkey', `${name}.key`] : ['-CA', `${by}.crt`, '-CAkey', `${by}.key`];
  const how = [...signing, ...(by === null ? [] : ['-CAcreateserial']), '-extfile', `${name}.cnf`];
  await ran(dir, ['x509', '-req', '-in', `${name}.csr`, ...signer, ...how, '-out', `${name}.crt`], {
    [`${name}.cnf`]: extensions,
  });
  return read(dir, name);
}

const judged = (certificatesPem: string, privateKeyPem: string, now = new Date(Date.now() + 1_000)) =>
  judgeOwnAuthority({ certificatesPem, privateKeyPem, known: [], now });

function refusal(certificatesPem: string, privateKeyPem: string, now?: Date): string {
  try {
    judged(certificatesPem, privateKeyPem, now);
    return 'taken';
  } catch (error) {
    return error instanceof PkiError && error.code === 'AUTHORITY_REFUSED' ? error.message : String(error);
  }
}

/** Asserts that agents can read it as their trust and that OpenSSL, at its strictest, verifies a host certificate. */
async function assertServes(dir: string, certificatesPem: string, keyPem: string): Promise<void> {
  const { certificatePem, privateKeyPem, issuerPem } = judged(certificatesPem, keyPem);
  const trust = readTrust(`${certificatePem}${issuerPem ?? ''}`);
  assert.equal([trust.roots.length, trust.below.length], [1, issuerPem === null ? 0 : 1]);
  const { publicKeyPem } = await createKeyPair();
  const leaf = issueLeaf({
    ca: { certificatePem, privateKeyPem },
    publicKeyPem,
    profile: { kind: 'host', hostId: randomUUID() },
    now: new Date(),
  });
  const files = {
    'top.pem': issuerPem ?? certificatePem,
    'ca.pem': certificatePem,
    'leaf.pem': leaf.certificatePem,
  };
  const verify = ['verify', '-x509_strict', '-auth_level', '2', '-purpose', 'sslserver'];
  const { text } = await openssl(
    dir,
    [...verify, '-CAfile', 'top.pem', '-untrusted', 'ca.pem', 'leaf.pem'],
    files,
  );
  assert.match(text, 'leaf.pem: OK');
}

test('what stands directly below a root is taken in any order, with text around it, by any key that serves', async ({
  dir,
}) => {
  const root = await made(dir, 'root', null);
  const below = await made(dir, 'below', 'root');
  const inText = [below, root].map(
    ({ name, cert }) => `Certificate: ${name}\n${cert.replaceAll('\n', '\r\n')}`,
  );
  for (const certificates of [
    `${below.cert}${root.cert}`,
    `${root.cert}${below.cert}`,
    `\uFEFF${inText.join('friendlyName: x\r\n')}-- end`,
    `${root.cert}${below.cert}${root.cert}`,
    `${below.key}${below.cert}${root.cert}`,
  ])
    await assertServes(dir, certificates, below.key);
  await ran(dir, ['ecparam', '-name', 'prime256v1', '-out', 'parameters.pem']);
  const traditional = createPrivateKey(below.key).export({ type: 'sec1', format: 'pem' }) as string;
  const parameters = await readFile(join(dir, 'parameters.pem'), 'utf8');
  await assertServes(dir, `${below.cert}${root.cert}`, `A key\n${parameters}${traditional}`);
  const pss = ['-sha256', '-days', '1825', '-sigopt', 'rsa_padding_mode:pss'];
  await made(dir, 'rsa', null, { newkey: ['rsa:2048'] });
  for (const [name, by, making] of [
    ['p384', null, { newkey: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-384'] }],
    ['pss', 'rsa', { signing: pss }],
    ['large', 'root', { newkey: ['rsa:3072'] }],
  ] as const) {
    const one = await made(dir, name, by, making);
    if (name === 'p384') assert.match(refusal(one.cert, one.key), 'The key is of another kind');
    else await assertServes(dir, `${one.cert}${(await read(dir, by as string)).cert}`, one.key);
  }
});

test('a longer chain is refused, whole or with a link missing', async ({ dir }) => {
  const root = await made(dir, 'root', null);
  const first = await made(dir, 'first', 'root', { extensions: BELOW.replace('pathlen:0', 'pathlen:1') });
  const second = await made(dir, 'second', 'first');
  const deeper =
    /^What signed it is no root: an authority of Fleetmend stands directly below a self-signed root/;
  assert.match(refusal(`${second.cert}${first.cert}${root.cert}`, second.key), deeper);
  assert.match(refusal(`${second.cert}${first.cert}`, second.key), deeper);
  assert.match(refusal(`${second.cert}${root.cert}`, second.key), /of the root that signed it is missing/);
  assert.match(refusal(second.cert, second.key), /of the root that signed it is missing/);
  assert.match(refusal(`${first.cert}${second.cert}${root.cert}`, first.key), /leave the others out/);
  await assertServes(dir, `${first.cert}${root.cert}`, first.key);
});

test('an authority that may not sign, or not now, or too weakly, is refused', async ({ dir }) => {
  const root = await made(dir, 'root', null);
  const below = async (name: string, making: Making, by: Made = root): Promise<string> => {
    const { cert, key } = await made(dir, name, by.name, making);
    return refusal(`${cert}${by.cert}`, key);
  };
  const saying = (text: string): Making => ({ extensions: text });
  assert.match(
    await below('leaf', saying('basicConstraints = critical, CA:FALSE\n')),
    /is no authority: have it made with “basic/,
  );
  assert.match(await below('bare', saying('subjectKeyIdentifier = hash\n')), /is no authority/);
  assert.match(
    await below('mute', saying('basicConstraints = critical, CA:TRUE\nkeyUsage = critical, cRLSign\n')),
    /does not allow keyCertSign: have it made with “keyUsage/,
  );
  assert.match(
    await below('unsaid', saying('basicConstraints = critical, CA:TRUE\n')),
    /does not allow keyCertSign/,
  );
  assert.match(
    await below('sha1', { signing: ['-sha1', '-days', '1825'] }),
    /too weak or unknown: sign it with SHA-256/,
  );
  const rsa = await made(dir, 'rsa', null, { newkey: ['rsa:2048'] });
  const pss = ['-sha1', '-days', '1825', '-sigopt', 'rsa_padding_mode:pss'];
  assert.match(await below('pss', { signing: pss }, rsa), /too weak or unknown/);
  assert.match(
    await below('small', { newkey: ['rsa:1024'] }),
    /The key is of another kind: make one that is P-256/,
  );
  assert.match(await below('edwards', { newkey: ['ed25519'] }), /The key is of another kind/);
  assert.match(await below('named', { subject: '/O=Example/CN=root' }), /has the name of its root/);
  const weak = await made(dir, 'weak', null, { newkey: ['rsa:1024'] });
  assert.match(await below('under', {}, weak), /The key of the root is of another kind/);
  const deaf = await made(
    dir,
    'deaf',
    null,
    saying('basicConstraints = critical, CA:TRUE\nkeyUsage = cRLSign\n'),
  );
  assert.match(await below('child', {}, deaf), /The root does not allow keyCertSign/);

  const stray = BELOW.replace('authorityKeyIdentifier = keyid', '2.5.29.35 = DER:30:06:80:04:01:02:03:04');
  assert.match(await below('stray', saying(stray)), /names another key than that of its root/);

  const good = await made(dir, 'good', 'root');
  const pem = `${good.cert}${root.cert}`;
  const { validFromDate, validToDate } = new X509Certificate(good.cert);
  const at = (date: Date, ms: number): string => refusal(pem, good.key, new Date(date.getTime() + ms));
  assert.is(at(validFromDate, 0), 'taken');
  assert.match(
    at(validFromDate, -1_000),
    /The certificate is not valid before .*: wait, or check the clocks/,
  );
  assert.match(at(validToDate, 1_000), /^The certificate has expired: create a new one/);
  assert.match(at(validToDate, -86_400_000), /ends too soon, in 1 days/);
});

test('what is no PEM, is cut or altered, or does not belong together, is refused', async ({ dir }) => {
  const root = await made(dir, 'root', null);
  const good = await made(dir, 'good', 'root');
  const twin = await made(dir, 'twin', null, { subject: '/O=Example/CN=root' });
  const pem = `${good.cert}${root.cert}`;
  const unreadable = /^The certificates cannot be read: bring them in PEM form/;
  const der = new X509Certificate(good.cert).raw;
  for (const broken of [
    pem.slice(0, -40),
    pem.replace(/\n.{64}\n/, '\n'),
    der.toString('latin1'),
    pem.replaceAll('CERTIFICATE', 'CERTIFICATE REQUEST'),
    `${'x'.repeat(70_000)}${pem}`,
    `${pem}${(await made(dir, 'third', null)).cert}${twin.cert}${(await made(dir, 'fifth', null)).cert}`,
  ])
    assert.match(refusal(broken, good.key), unreadable);
  der[der.length - 8] = (der[der.length - 8] ?? 0) ^ 1;
  const forged = `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`;
  assert.match(
    refusal(`${forged}${root.cert}`, good.key),
    /of the root that signed it is missing, or did not sign it/,
  );
  assert.match(refusal(`${good.cert}${twin.cert}`, good.key), /is missing, or did not sign it/);
  assert.match(refusal(pem, twin.key), /^The key belongs to none of the certificates/);
  assert.match(refusal(pem, root.key), /is a root itself: bring it alone/);
  for (const key of [
    '',
    good.cert,
    good.key.slice(0, 80),
    'MC4CAQAwBQYDK2VwBCIEIA==',
    '-----BEGIN PRIVATE KEY-----',
  ])
    assert.match(refusal(pem, key), /^The key cannot be read/);
  const lock = ['-aes256', '-passout', 'pass:secret'];
  await ran(dir, ['pkey', '-in', 'good.key', ...lock, '-out', 'locked.key']);
  await ran(dir, ['ec', '-in', 'good.key', ...lock, '-out', 'old.key']);
  for (const name of ['locked.key', 'old.key'])
    assert.match(
      refusal(pem, await readFile(join(dir, name), 'utf8')),
      /^The key is protected by a passphrase: take it off/,
    );
});

test.run();
