import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const mainFile = '/etc/dnf/dnf.conf';
/** dnf5 alone reads these folders. */
const folders = ['/usr/share/dnf5/libdnf.conf.d', '/etc/dnf/libdnf5.conf.d'];

/** With `test` dnf only checks a transaction, with `justdb` it changes rpm's database and no file; both end with 0. */
const pretending = ['test', 'justdb'];

/** The values of `tsflags=` in a configuration file. */
export function parseTsflags(text: string): string[] {
  const values = text.matchAll(/^tsflags[ \t]*=(.*(?:\n[ \t]+\S.*)*)/gm);
  return [...values].flatMap(([, value = '']) => value.split(/[\s,]+/)).filter((one) => one !== '');
}

/**
 * The option that takes those flags away with which dnf only pretends to work, and leaves the host's others; empty
 * where none is set. The empty first value clears the configured list, to which values are appended otherwise.
 */
export function withoutPretending(flags: readonly string[]): string[] {
  if (!flags.some((flag) => pretending.includes(flag))) return [];
  const others = flags.filter((flag) => !pretending.includes(flag));
  return [`--setopt=tsflags=${['', ...new Set(others)].join(',')}`];
}

/** {@link withoutPretending} for this host's configuration. */
export function workingTsflags(): string[] {
  return withoutPretending(configurationTexts().flatMap(parseTsflags));
}

/** The texts of dnf's own configuration files, the main one last. */
export function configurationTexts(): string[] {
  const parts = folders.flatMap((folder) =>
    namesIn(folder)
      .filter((name) => name.endsWith('.conf'))
      .map((name) => path.join(folder, name)),
  );
  return [...parts, mainFile].map(textOf);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
