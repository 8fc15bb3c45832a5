import { readFile } from 'node:fs/promises';
import { fileMark } from './fingerprint.ts';
import { maySayElsewhere, ownConfFiles } from './ownConf.ts';
import { statusFile } from './problems.ts';

/** Written by dpkg once a second architecture was added: one a line. */
export const archFile = '/var/lib/dpkg/arch';
/** This file changes when dpkg itself changes its architecture, and only then. */
const dpkg = '/usr/bin/dpkg';

/** Where the host's own configuration may say which architectures apt knows. */
const maySayItself = /architectures/i;
const shape = /^[a-z0-9][a-z0-9-]*$/;

/**
 * The option, from the configuration's texts, dpkg's database and {@link archFile}; empty where apt must ask dpkg
 * itself.
 */
export function optionOf(confs: readonly string[], status: string, archs: string): string[] {
  if (confs.some((text) => maySayItself.test(text) || maySayElsewhere.test(text))) return [];
  const native = /^Package: dpkg\n(?:.+\n)*?Architecture: (\S+)$/m.exec(status)?.[1];
  const foreign = archs.split('\n').filter((line) => line !== '');
  const all = [...new Set([native ?? '', ...foreign])];
  return all.every((arch) => shape.test(arch)) ? ['-o', `APT::Architectures=${all.join(',')}`] : [];
}

let cached: { mark: string; option: readonly string[] } | null = null;

/**
 * Tells a call of apt-get or apt-cache the host's architectures. Otherwise apt and each of its helpers (twenty in a
 * refresh, each running a shell script for every signature) start dpkg to ask for what is in one of its files.
 */
export async function withArchitectures(argv: readonly string[]): Promise<string[]> {
  const [command = '', ...rest] = argv;
  if (!/^apt-(?:get|cache)$/.test(command)) return [...argv];
  const confs = await ownConfFiles();
  const mark = (await Promise.all([dpkg, archFile, ...confs].map(fileMark))).join('\n');
  if (cached?.mark !== mark) {
    const texts = await Promise.all([statusFile, archFile, ...confs].map(readOrEmpty));
    const [status = '', archs = '', ...own] = texts;
    cached = { mark, option: optionOf(own, status, archs) };
  }
  return [command, ...cached.option, ...rest];
}

/** A file that we cannot read, apt cannot read either. */
function readOrEmpty(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
