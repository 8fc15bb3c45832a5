import { readFile } from 'node:fs/promises';
import { AppError } from '#server/shared/wire/appError.ts';
import { rpmKey } from '../../rpm/read/inventory.ts';
import type { RpmContext } from '../../rpm/rpmContext.ts';
import { askOrThrow } from '../ask.ts';
import { zypperArgv } from '../command.ts';
import { normalVersion } from './updates.ts';
import type { XmlElement } from '../xml.ts';
import { findAll } from '../xml.ts';

const locksFile = '/etc/zypp/locks';

/** A lock of the host, and the packages that it matches now. */
export interface Lock {
  /** As it was entered: a name or a pattern. */
  name: string;
  matches: { name: string; arch: string; version: string; installed: boolean; repository: string | null }[];
}

/** Parses `locks --solvables`; locks on patches and products are left out. */
export function parseLocks(root: XmlElement): Lock[] {
  return findAll(root, 'lock').flatMap((element) => {
    const name = element.children.find((child) => child.name === 'name')?.text.trim() ?? '';
    const matches = findAll(element, 'match').flatMap(({ attributes }) => {
      const { kind, name: matched, arch, edition, installed, repo } = attributes;
      if (kind !== 'package' || !matched || !arch || !edition) return [];
      const repository = repo === undefined || repo === '@System' ? null : repo;
      const version = normalVersion(edition);
      return [{ name: matched, arch, version, installed: installed === 'true', repository }];
    });
    return matches.length === 0 ? [] : [{ name, matches }];
  });
}

/** The host's locks; starts no process when there are none. */
export async function readLocks(context: RpmContext, signal?: AbortSignal): Promise<Lock[]> {
  const text = await readFile(locksFile, 'utf8').catch(() => '');
  if (!/^\s*\w/m.test(text)) return [];
  return parseLocks(await askOrThrow(context, ['locks', '--solvables'], signal));
}

/** `name:arch` of every installed package that a lock keeps as it is. */
export function heldKeys(locks: readonly Lock[]): Set<string> {
  const held = locks.flatMap(({ matches }) => matches.filter(({ installed }) => installed));
  return new Set(held.map(rpmKey));
}

/** The command that adds or removes locks by plain name: zypper's locks know no architecture. */
export async function holdArgv(rows: readonly { name: string }[], held: boolean): Promise<string[]> {
  const names = [...new Set(rows.map(({ name }) => name))];
  if (!held) assertOwnLocks(names, await readFile(locksFile, 'utf8').catch(() => ''));
  return zypperArgv(held ? 'addlock' : 'removelock', '--type', 'package', '--', ...names);
}

/**
 * Throws for locks by pattern, by capability or on one repository: they hold more or less than one package, and
 * people set them.
 */
function assertOwnLocks(names: readonly string[], text: string): void {
  const own = new Set([...text.matchAll(/^solvable_name:\s*(\S+)\s*$/gm)].map(([, name]) => name));
  const foreign = names.filter((name) => !own.has(name));
  if (foreign.length === 0) return;
  const message = `${foreign.join(', ')}: held by a pattern in ${locksFile}, which can only be changed as a whole on the host.`;
  throw new AppError('UNSUPPORTED', { message, details: { packages: foreign } });
}
