/** An authority for tests, certificates that it issues, and openssl to check them. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type Authority,
  createKeyPair,
  createRootCertificate,
  issueLeaf,
  type LeafProfile,
} from './index.ts';

const run = promisify(execFile);

export interface Context {
  dir: string;
  ca: Authority;
}

export async function createAuthority(now = new Date()): Promise<Authority> {
  const { privateKeyPem } = await createKeyPair();
  return { privateKeyPem, certificatePem: createRootCertificate({ privateKeyPem, now }) };
}

export interface ClientPair {
  key: string;
  cert: string;
  serial: string;
}

/** A key and its certificate, in the form that TLS takes. */
export async function issuePair(ca: Authority, profile: LeafProfile, now = new Date()): Promise<ClientPair> {
  const { privateKeyPem, publicKeyPem } = await createKeyPair();
  const { certificatePem, serial } = issueLeaf({ ca, publicKeyPem, profile, now });
  return { key: privateKeyPem, cert: certificatePem, serial };
}

/** The same, trusting its authority. */
export async function leafOf(
  ca: Authority,
  profile: LeafProfile,
  now?: Date,
): Promise<ClientPair & { ca: string }> {
  return { ...(await issuePair(ca, profile, now)), ca: ca.certificatePem };
}

export async function issue(ca: Authority, profile: LeafProfile, now = new Date()) {
  const { publicKeyPem } = await createKeyPair();
  return issueLeaf({ ca, publicKeyPem, profile, now });
}

/** Exit code and text of one openssl call over files written into the test's directory. */
export async function openssl(dir: string, args: string[], files: Record<string, string> = {}) {
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
  const done = run('openssl', args, { cwd: dir });
  const result = await done.catch((error: { code: number; stdout: string; stderr: string }) => error);
  const code = 'code' in result ? result.code : 0;
  return { code, text: `${result.stdout}${result.stderr}` };
}

export async function setUp(context: Context): Promise<void> {
  context.dir = await mkdtemp(join(tmpdir(), 'fleetmend-pki-'));
  context.ca = await createAuthority();
  await writeFile(join(context.dir, 'ca.pem'), context.ca.certificatePem);
}

export const tearDown = ({ dir }: Context): Promise<void> => rm(dir, { recursive: true, force: true });
