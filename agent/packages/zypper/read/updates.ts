import { formatEvr, parseEvr } from '#server/shared/versions/rpm.ts';
import type { XmlElement } from '../xml.ts';
import { childText, findAll } from '../xml.ts';

/** A newer version that the host's repositories, priorities and vendor rules allow, by `zypper list-updates`. */
export interface Update {
  name: string;
  arch: string;
  version: string;
  from: string;
  /** The package needs agreement to a licence, which can only be given on the host itself. */
  licence: boolean;
  /** Alias of the repository. */
  repository: string | null;
}

/** The version without an epoch of 0, as in the inventory. */
export function normalVersion(edition: string): string {
  return formatEvr(parseEvr(edition));
}

/** Parses `list-updates`; patches in the list are skipped. */
export function parseUpdates(root: XmlElement): Update[] {
  return findAll(root, 'update').flatMap((element) => {
    const { kind, name, arch, edition, 'edition-old': from } = element.attributes;
    if (kind !== 'package' || !name || !arch || !edition || !from) return [];
    const source = element.children.find((child) => child.name === 'source');
    return [
      {
        name,
        arch,
        version: normalVersion(edition),
        from: normalVersion(from),
        licence: childText(element, 'license') !== '',
        repository: source?.attributes['alias'] ?? null,
      },
    ];
  });
}
