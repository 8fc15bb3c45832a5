import type { RpmContext } from '../../rpm/rpmContext.ts';
import { askOrThrow } from '../ask.ts';
import { normalVersion } from './updates.ts';
import type { XmlElement } from '../xml.ts';
import { findAll } from '../xml.ts';

/** One version of a package that zypper knows of, installed or on offer. */
export interface Found {
  name: string;
  arch: string;
  version: string;
  installed: boolean;
  /** Name of the repository that has it; null when none has it any more. */
  repository: string | null;
}

/** Parses `search --details --type package`. */
export function parseSearch(root: XmlElement): Found[] {
  return findAll(root, 'solvable').flatMap(({ attributes }) => {
    const { kind, name, arch, edition, status, repository } = attributes;
    if (kind !== 'package' || !name || !arch || !edition) return [];
    return [
      {
        name,
        arch,
        version: normalVersion(edition),
        installed: status === 'installed',
        repository: repository === undefined || repository === '(System Packages)' ? null : repository,
      },
    ];
  });
}

/** All installed packages, with the repository that has exactly that version. */
export async function searchInstalled(context: RpmContext, signal?: AbortSignal): Promise<Found[]> {
  const argv = ['search', '--details', '--installed-only', '--type', 'package'];
  return parseSearch(await askOrThrow(context, argv, signal)).filter(({ installed }) => installed);
}

/** Every version that any repository offers. */
export async function searchOffered(context: RpmContext, signal?: AbortSignal): Promise<Found[]> {
  const argv = ['search', '--details', '--type', 'package'];
  return parseSearch(await askOrThrow(context, argv, signal)).filter(({ repository }) => repository !== null);
}
