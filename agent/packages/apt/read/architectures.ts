import { readFile } from 'node:fs/promises';
import { fileMark } from './fingerprint.ts';
import { maySayElsewhere, ownConfFiles } from './ownConf.ts';
import { statusFile } from './problems.ts';

/** Written by dpkg once a second architecture was added: one a line. */
export const archFile = '/var/lib/dpkg/arch';
/** Another one when dpkg itself changes its architecture, and only then. */
const dpkg = '/usr/bin/dpkg';

/** Where the host's own configuration may say which architectures apt knows. */
const maySayItself = /architectures/i;
const shape = /^[a-z0-9][a-z0-9-]*$/;

/** The option out of the texts of the configuration, dpkg's database and {@link archFile}; empty: apt asks dpkg itself. */
export function optionOf(confs: readonly string[], status: string, archs: string): string[] {
  if (confs.some((text) => maySayItself.test(text) || maySayElsewhere.test(text))) return [];
  const native = /^Package: dpkg\n(?:.+\n)*?Architecture: (\S+)$/m.exec(status)?.[1];
  const foreign = archs.split('\n').filter((line) => line !== '');
  const all = [...new Set([native ?? '', ...foreign])];
  return all.every((arch) => shape.test(arch)) ? ['-o', `APT::Architectures=${all.join(',')}`] : [];
}

let cached: { mark: string; option: readonly string[] } | null = null;

/**
 * A call of apt-get or apt-cache that is told the host's architectures. Untold, apt and each of its helpers (twenty in a
 * refresh, which run a shell script for every signature) start dpkg to ask for what stands in a file of it.
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

/** What cannot be read, apt cannot read either. */
function readOrEmpty(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
