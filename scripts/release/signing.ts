import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../packages/files.ts';
import { tool } from '../packages/tools.ts';

/** The keys of a release. They are given from outside; nothing here makes one. */
export interface ReleaseKeys {
  /** Key of GnuPG: fingerprint or address. */
  gpgKey: string;
  /** Folder of GnuPG; null: the caller's own. */
  gnupgHome: string | null;
  /** Secret key file of minisign. */
  minisignKey: string;
}

/** Throws in words where a key is missing, or lies in the checkout, from where it would be published one day. */
export function assertKeys({ gpgKey, gnupgHome, minisignKey }: ReleaseKeys): void {
  for (const file of [gnupgHome, minisignKey])
    if (file !== null && !path.relative(root, path.resolve(file)).startsWith('..'))
      throw new Error(`${file} lies in the checkout; keep keys elsewhere`);
  if (!existsSync(minisignKey)) throw new Error(`there is no minisign key ${minisignKey}`);
  try {
    gpg({ gnupgHome }, '--list-secret-keys', gpgKey);
  } catch (error) {
    throw new Error(`GnuPG has no secret key ${gpgKey}`, { cause: error });
  }
}

const gpg = ({ gnupgHome }: Pick<ReleaseKeys, 'gnupgHome'>, ...args: string[]): string =>
  tool('gpg', ...(gnupgHome === null ? [] : ['--homedir', gnupgHome]), '--batch', '--yes', ...args);

/** Writes `out`: the text of `file` with its signature (`clear`), or the signature alone. */
export function signFile(keys: ReleaseKeys, how: 'clear' | 'detached', file: string, out: string): void {
  const form = how === 'clear' ? ['--clearsign'] : ['--armor', '--detach-sign'];
  gpg(keys, '--local-user', keys.gpgKey, '--digest-algo', 'SHA512', ...form, '--output', out, file);
}

/** The public key, armoured, as apt, dnf and zypper take it. */
export function writePublicKey(keys: ReleaseKeys, out: string): void {
  writeFileSync(out, gpg(keys, '--armor', '--export', keys.gpgKey));
}

/** Throws in words where the folder's packages were signed by another key: with it alone nobody could check them. */
export function assertSameKey(keys: ReleaseKeys, publicKey: string): void {
  const fingerprint = (...args: string[]): string =>
    /^fpr:+(\w+)/m.exec(gpg(keys, '--with-colons', ...args))?.[1] ?? '';
  const before = fingerprint('--show-keys', publicKey);
  if (before !== fingerprint('--list-keys', keys.gpgKey))
    throw new Error(
      `the older packages are signed by another key (${before}); --keep 1 publishes this version alone`,
    );
}

/** Signs .rpm files in place. */
export function signRpms({ gpgKey, gnupgHome }: ReleaseKeys, files: readonly string[]): void {
  if (files.length === 0) return;
  // Debian's rpm looks for a gpg that Debian does not have.
  const program = tool('which', 'gpg').trim();
  const defines = {
    __gpg: program,
    _gpg_name: gpgKey,
    ...(gnupgHome && { _gpg_path: path.resolve(gnupgHome) }),
  };
  const flags = Object.entries(defines).flatMap(([key, value]) => ['--define', `${key} ${value}`]);
  tool('rpmsign', '--addsign', ...flags, ...files);
}

/** Writes minisign.pub into the folder; answers its path. minisign asks the person for the key's password. */
export function writeMinisignKey({ minisignKey }: ReleaseKeys, folder: string): string {
  const publicKey = path.join(folder, 'minisign.pub');
  runMinisign('-R', '-f', '-s', minisignKey, '-p', publicKey);
  return publicKey;
}

/** Writes `file`.minisig. minisign asks the person for the key's password. */
export const minisign = ({ minisignKey }: ReleaseKeys, file: string): void =>
  runMinisign('-S', '-s', minisignKey, '-m', file, '-t', `Fleetmend: ${path.basename(file)}`);

/**
 * Signs all files with one password; answers what minisign wrote for each. Agents that carry the public key check an update
 * of themselves by it.
 */
export function minisignEach(
  { minisignKey }: ReleaseKeys,
  files: readonly string[],
  comment: string,
): string[] {
  if (files.length === 0) return [];
  runMinisign('-S', '-s', minisignKey, '-t', comment, '-m', ...files);
  return files.map((file) => {
    const signature = readFileSync(`${file}.minisig`, 'utf8');
    rmSync(`${file}.minisig`);
    return signature;
  });
}

/** Throws in words unless the key has signed the file. */
export function verifyMinisign(file: string, publicKey: string): void {
  try {
    tool('minisign', '-V', '-q', '-p', publicKey, '-m', file);
  } catch (cause) {
    const how = 'the older versions cannot stay; --keep 1 publishes this version alone';
    throw new Error(`${file} is not signed by this minisign key: ${how}`, { cause });
  }
}

function runMinisign(...args: string[]): void {
  const { status, error } = spawnSync('minisign', args, { stdio: ['inherit', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`minisign failed (${error?.message ?? `exit code ${status}`})`);
}
