import type { Advisory } from '../../rpm/rpmDriver.ts';
import { nativeArch } from '../../rpm/read/inventory.ts';
import type { RpmContext } from '../../rpm/rpmContext.ts';
import { askOrThrow } from '../ask.ts';
import { normalVersion } from './updates.ts';
import type { XmlElement } from '../xml.ts';
import { findAll } from '../xml.ts';

/** The lowest fixed version of a package. */
type Fix = Advisory['packages'][number];

const severities: readonly string[] = ['low', 'moderate', 'important', 'critical'];

const maxNamesInCall = 200;

/** Parses `list-patches`; what the patches fix comes from {@link parseFixes}. */
export function parsePatches(root: XmlElement): Omit<Advisory, 'packages'>[] {
  return findAll(root, 'update').flatMap((element) => {
    const { kind, name, category, severity = '' } = element.attributes;
    if (kind !== 'patch' || !name) return [];
    const issues = findAll(element, 'issue').filter(({ attributes }) => attributes['type'] === 'cve');
    const cves = issues.map(({ attributes }) => attributes['id'] ?? '').filter((id) => id !== '');
    return [
      {
        id: name,
        security: category === 'security',
        severity: severities.includes(severity) ? (severity as Advisory['severity']) : null,
        cves: [...new Set(cves)],
      },
    ];
  });
}

/**
 * Parses `info --type patch`: a patch conflicts with every version that lacks its fix, one a line:
 * `Conflicts : lab-sec < 1.0-2`, or `Conflicts : [2]` and then `bash.x86_64 < 4.4-9` lines.
 */
export function parseFixes(text: string): Map<string, Fix[]> {
  const fixes = new Map<string, Fix[]>();
  let current: Fix[] = [];
  let listing = false;
  for (const line of text.split('\n')) {
    const [, field, value = ''] = /^(\w[\w ]*?) *: (.*)$/.exec(line) ?? [];
    if (field === 'Name') fixes.set(value.trim(), (current = []));
    if (field !== undefined) listing = field === 'Conflicts';
    if (!listing) continue;
    const [, name, version] = /^\s*(\S+) < (\S+)\s*$/.exec(field === undefined ? line : value) ?? [];
    if (name === undefined || version === undefined || name.includes(':')) continue;
    current.push({ ...splitArch(name), version: normalVersion(version) });
  }
  return fixes;
}

const archs =
  /^(.+)\.(noarch|x86_64|i[3-6]86|aarch64|armv[5-7]h?l|armv6hl|ppc64le|ppc64|ppc|s390x?|riscv64|ia64)$/;

/** `bash.x86_64` means that architecture only; without one, the host's own is meant. */
function splitArch(text: string): { name: string; arch: string } {
  const [, name, arch] = archs.exec(text) ?? [];
  return name !== undefined && arch !== undefined ? { name, arch } : { name: text, arch: nativeArch };
}

/** The patches that this host lacks, including the optional ones, with what each of them fixes. */
export async function readAdvisories(context: RpmContext, signal?: AbortSignal): Promise<Advisory[]> {
  const patches = parsePatches(await askOrThrow(context, ['list-patches'], signal));
  // The names come from whoever made the repository: only plain ones are passed on.
  const names = [...new Set(patches.map(({ id }) => id))].filter((id) => /^[A-Za-z0-9][\w.:+-]*$/.test(id));
  const fixes = new Map<string, Fix[]>();
  for (let start = 0; start < names.length; start += maxNamesInCall) {
    const some = names.slice(start, start + maxNamesInCall);
    const root = await askOrThrow(context, ['info', '--type', 'patch', '--', ...some], signal);
    const text = findAll(root, 'message').map((message) => message.text);
    for (const [id, found] of parseFixes(text.join('\n'))) fixes.set(id, found);
  }
  return patches.map((patch) => ({ ...patch, packages: fixes.get(patch.id) ?? [] }));
}
