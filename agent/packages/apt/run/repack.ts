import {
  chmod,
  chown,
  link,
  lstat,
  lutimes,
  mkdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import type { Stats } from 'node:fs';
import path from 'node:path';
import { hashFile } from '../../shared/hash.ts';
import { conffilesOf, infoFile } from './conffiles.ts';
import { copyRegular } from './copyRegular.ts';
import { query, queryOutput } from '../aptContext.ts';
import type { BackendContext } from '../../shared/context.ts';

export interface RepackRequest {
  name: string;
  arch: string;
  /** The .deb to write. */
  output: string;
}

export interface Repacked {
  /** Paths of the package that are not on disk (or can't be packed) and so not in the file. */
  missing: string[];
}

const controlFiles = [
  'preinst',
  'postinst',
  'prerm',
  'postrm',
  'config',
  'templates',
  'triggers',
  'shlibs',
  'symbols',
];
const diversionsFile = '/var/lib/dpkg/diversions';

/**
 * Builds a .deb from an installed package: its files as they are on disk (owner, mode, time and links kept), its
 * control data and scripts from dpkg's own records. `<output>.sha256` beside it holds the hash of each file, to prove
 * a later restore. Throws when dpkg-deb refuses.
 */
export async function repack(
  context: BackendContext,
  { name, arch, output }: RepackRequest,
): Promise<Repacked> {
  const stage = `${output}.stage`;
  await rm(stage, { recursive: true, force: true });
  try {
    await mkdir(path.join(stage, 'DEBIAN'), { recursive: true });
    await chmod(stage, 0o755);
    await chmod(path.join(stage, 'DEBIAN'), 0o755);
    const { missing, hashes } = await stageFiles(stage, { name, arch });
    await stageControl(context, stage, { name, arch }, missing);
    const argv = ['dpkg-deb', '--nocheck', '-Zgzip', '-z1', '--build', stage, output];
    const result = await query(context, argv);
    if (result.exitCode !== 0) throw new Error(`dpkg-deb: ${result.stderr.trim()}`);
    await writeFile(`${output}.sha256`, hashes.map(([file, hash]) => `${hash}  ${file}\n`).join(''));
    return { missing };
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

/** Paths whose content differs from the repacked file; empty when all were restored. */
export async function verifyRepacked(output: string, conffiles: ReadonlySet<string>): Promise<string[]> {
  const lines = (await readFile(`${output}.sha256`, 'utf8')).split('\n').filter((line) => line !== '');
  const different: string[] = [];
  for (const line of lines) {
    const [hash, file] = [line.slice(0, 64), line.slice(66)];
    if (!conffiles.has(file) && (await hashFile(file)) !== hash) different.push(file);
  }
  return different;
}

/** Where each diverted path really is, for all packages but the diverting one: `path` → { to, by }. */
export function parseDiversions(text: string): Map<string, { to: string; by: string }> {
  const lines = text.split('\n');
  const diversions = new Map<string, { to: string; by: string }>();
  for (let i = 0; i + 2 < lines.length; i += 3) {
    const [from = '', to = '', by = ''] = lines.slice(i, i + 3);
    diversions.set(from, { to, by });
  }
  return diversions;
}

type Identity = Pick<RepackRequest, 'name' | 'arch'>;

async function stageFiles(stage: string, identity: Identity) {
  const listFile = await infoFile(identity, 'list');
  if (listFile === null) throw new Error(`dpkg has no file list of ${identity.name}`);
  const paths = (await readFile(listFile, 'utf8')).split('\n').filter((line) => line !== '' && line !== '/.');
  const folders = new Set(paths.map((file) => path.dirname(file)));
  const diversions = parseDiversions(await readFile(diversionsFile, 'utf8').catch(() => ''));
  const missing: string[] = [];
  const hashes: [string, string][] = [];
  for (const file of paths.toSorted()) {
    const diverted = diversions.get(file);
    const source = diverted && diverted.by !== identity.name ? diverted.to : file;
    // A folder of the package may be a symbolic link on this host (/lib after the merge of /usr).
    const found = await (folders.has(file) ? stat(source) : lstat(source)).catch(() => null);
    if (!found || !(await stageOne(path.join(stage, file), source, found))) missing.push(file);
    else if (found.isFile() && source === file) {
      hashes.push([file, (await hashFile(path.join(stage, file))) ?? '']);
    }
  }
  return { missing, hashes };
}

/** Returns false for what a .deb built here can't hold (devices, sockets). */
async function stageOne(target: string, source: string, found: Stats): Promise<boolean> {
  await mkdir(path.dirname(target), { recursive: true });
  if (found.isDirectory()) {
    await mkdir(target, { recursive: true });
    await own(target, found);
    return true;
  }
  if (found.isSymbolicLink()) {
    await symlink(await readlink(source), target);
    await lutimes(target, found.atime, found.mtime);
    return true;
  }
  if (!found.isFile()) return false;
  // A hard link costs no space and keeps everything; across file systems the file is copied.
  const linked = await link(source, target).then(
    () => true,
    () => false,
  );
  if (!linked) {
    const copied = await copyRegular(source, target);
    if (copied) await own(target, copied);
    return copied !== null;
  }
  // Anybody who may write to the folder can have replaced the file since it was checked.
  if ((await lstat(target)).isFile()) return true;
  await rm(target);
  return false;
}

async function own(target: string, { uid, gid, mode, atime, mtime }: Stats): Promise<void> {
  await chown(target, uid, gid);
  await chmod(target, mode & 0o7777);
  await utimes(target, atime, mtime);
}

async function stageControl(
  context: BackendContext,
  stage: string,
  identity: Identity,
  missing: readonly string[],
): Promise<void> {
  const put = (kind: string, content: string | Buffer, mode: number) =>
    writeFile(path.join(stage, 'DEBIAN', kind), content, { mode });
  const status = await queryOutput(context, ['dpkg-query', '-s', '--', `${identity.name}:${identity.arch}`]);
  await put('control', controlFromStatus(status), 0o644);
  const conffiles = (await conffilesOf(identity)).filter((file) => !missing.includes(file));
  if (conffiles.length > 0) await put('conffiles', conffiles.map((file) => `${file}\n`).join(''), 0o644);
  const md5sums = await infoFile(identity, 'md5sums');
  if (md5sums !== null) await put('md5sums', await readFile(md5sums), 0o644);
  for (const kind of controlFiles) {
    const file = await infoFile(identity, kind);
    if (file === null) continue;
    const isScript = !['templates', 'triggers', 'shlibs', 'symbols'].includes(kind);
    await put(kind, await readFile(file), isScript ? 0o755 : 0o644);
  }
}

/** A package's control file, from its stanza in dpkg's status file without the fields that dpkg adds. */
export function controlFromStatus(stanza: string): string {
  const dropped = /^(Status|Conffiles|Config-Version|Triggers-Pending|Triggers-Awaited):/;
  let dropping = false;
  const lines = stanza.trimEnd().split('\n');
  const kept = lines.filter((line) => {
    if (!/^\s/.test(line)) dropping = dropped.test(line);
    return !dropping;
  });
  return `${kept.join('\n')}\n`;
}
