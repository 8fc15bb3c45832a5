import { compareDebian } from '#server/shared/versions/debian.ts';
import type { BrokenDependency } from '../../backend.ts';

/** A package with its files on the disk: dpkg counts it as there from when it is unpacked. */
const present = new Set(['unpacked', 'half-configured', 'triggers-awaited', 'triggers-pending', 'installed']);

/** A field may be folded over several lines. */
const fields = {
  name: /^Package: (\S+)/m,
  version: /^Version: (\S+)/m,
  before: /^Pre-Depends: (.*(?:\n[ \t].*)*)/m,
  depends: /^Depends: (.*(?:\n[ \t].*)*)/m,
  provides: /^Provides: (.*(?:\n[ \t].*)*)/m,
};

interface Present {
  name: string;
  depends: string;
}

/** What is there under each name: versions, null where a package only provides the name. */
type Provided = Map<string, (string | null)[]>;

/**
 * The dependencies (Depends, Pre-Depends) of packages in dpkg's status file that nothing installed meets. The
 * architecture of what meets them is not looked at: a package of another one counts, so that nothing is called broken
 * that is not.
 */
export function parseUnmet(status: string): BrokenDependency[] {
  const provided: Provided = new Map();
  const packages = status.split('\n\n').flatMap((stanza) => takeStanza(stanza, provided));
  return packages.flatMap(({ name, depends }) =>
    clauses(depends)
      .filter((clause) => !clause.split('|').some((choice) => isMet(choice, provided)))
      .map((needs) => ({ name, needs })),
  );
}

function takeStanza(stanza: string, provided: Provided): Present[] {
  const state = /^Status: \S+ \S+ (\S+)$/m.exec(stanza)?.[1];
  if (state === undefined || !present.has(state)) return [];
  const field = (pattern: RegExp) => pattern.exec(stanza)?.[1]?.replaceAll('\n', '') ?? '';
  const name = field(fields.name);
  add(provided, name, field(fields.version));
  for (const clause of clauses(field(fields.provides))) {
    const [, given = '', version = null] = /^(\S+?)(?::\S+)?(?: ?\(= ?(\S+)\))?$/.exec(clause) ?? [];
    add(provided, given, version);
  }
  return [
    { name, depends: [field(fields.before), field(fields.depends)].filter((one) => one !== '').join(', ') },
  ];
}

function add(provided: Provided, name: string, version: string | null): void {
  const versions = provided.get(name);
  if (versions) versions.push(version);
  else provided.set(name, [version]);
}

const clauses = (field: string): string[] =>
  field
    .split(',')
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');

const relations: Readonly<Record<string, (order: number) => boolean>> = {
  '<<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '=': (order) => order === 0,
  '>=': (order) => order >= 0,
  '>>': (order) => order > 0,
};

/** A name that is only provided, without a version, meets no dependency on a version. */
function isMet(choice: string, provided: Provided): boolean {
  const match = /^([^\s:()]+)(?::\S+)?(?:\s*\(\s*([<>=]+)\s*(\S+)\s*\))?$/.exec(choice.trim());
  // Something new in this field is not for us to judge.
  if (!match) return true;
  const [, name = '', relation, wanted = ''] = match;
  const versions = provided.get(name) ?? [];
  if (relation === undefined) return versions.length > 0;
  const fits = relations[relation];
  if (!fits) return true;
  return versions.some((version) => version !== null && fits(compareDebian(version, wanted)));
}
