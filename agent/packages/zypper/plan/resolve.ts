import type { RpmChange } from '../../rpm/rpmDriver.ts';
import { rpmKey } from '../../rpm/read/inventory.ts';
import type { RpmContext } from '../../rpm/rpmContext.ts';
import { ask, zypperExit } from '../ask.ts';
import { normalVersion } from '../read/updates.ts';
import type { XmlElement } from '../xml.ts';
import { childText, findAll } from '../xml.ts';

/** Why zypper refuses. */
export interface Refusal {
  kind: 'problem' | 'held' | 'removal' | 'licence' | 'notFound' | 'other';
  /** zypper's own words. */
  text: string;
}

/** What zypper would do. */
export interface DryRun {
  changes: RpmChange[];
  refusal: Refusal | null;
}

/** Asks zypper what a command would do: this fetches nothing, changes nothing and takes no lock. */
export async function dryRun(
  context: RpmContext,
  argv: readonly string[],
  signal?: AbortSignal,
): Promise<DryRun> {
  const [verb = '', ...rest] = argv;
  const { exitCode, root } = await ask(context, [verb, '--dry-run', ...rest], signal);
  return toDryRun(root, exitCode);
}

/** Reads a plan from the answer to a dry run. */
export function toDryRun(root: XmlElement, exitCode: number): DryRun {
  const [summary] = findAll(root, 'install-summary');
  return {
    changes: summary ? unique(summary.children.flatMap(sectionChanges)) : [],
    refusal: toRefusal(root, exitCode),
  };
}

/** Drops repeated changes: an upgrade to another vendor or architecture is in two sections. */
function unique(changes: readonly RpmChange[]): RpmChange[] {
  const text = ({ name, arch, from, to }: RpmChange) => `${name} ${arch} ${from} ${to}`;
  return [...new Map(changes.map((change) => [text(change), change])).values()];
}

/** The sections are `to-install`, `to-upgrade`, `to-remove`, `to-downgrade-change-arch` and so on. */
function sectionChanges({ name: section, children }: XmlElement): RpmChange[] {
  if (!section.startsWith('to-') || section === 'to-reinstall') return [];
  return children.flatMap(({ attributes }): RpmChange[] => {
    const { type, name, edition, arch, 'edition-old': old, 'arch-old': oldArch = arch } = attributes;
    if (type !== 'package' || !name || !edition || !arch || !oldArch) return [];
    const version = normalVersion(edition);
    if (section === 'to-remove') return [{ name, arch, from: version, to: null }];
    if (old === undefined) return [{ name, arch, from: null, to: version }];
    const from = normalVersion(old);
    if (rpmKey({ name, arch }) === rpmKey({ name, arch: oldArch })) {
      return [{ name, arch, from, to: version }];
    }
    // For rpm, the same name in another architecture is another package.
    return [
      { name, arch: oldArch, from, to: null },
      { name, arch, from: null, to: version },
    ];
  });
}

/** The packages that are removed for good; one that only changes its architecture stays. */
export function leaving(changes: readonly RpmChange[]): RpmChange[] {
  const arriving = new Set(changes.filter(({ to }) => to !== null).map(({ name }) => name));
  return changes.filter(({ name, to }) => to === null && !arriving.has(name));
}

/**
 * Exit codes of success. A repository that was never fetched and cannot be reached hides nothing that the others
 * have.
 */
const done: readonly number[] = [
  0,
  zypperExit.rebootNeeded,
  zypperExit.restartNeeded,
  zypperExit.repositoriesSkipped,
];

function toRefusal(root: XmlElement, exitCode: number): Refusal | null {
  if (done.includes(exitCode)) return null;
  const messages = findAll(root, 'message');
  const errors = messages.filter(({ attributes }) => attributes['type'] === 'error');
  const text = errors.map((error) => error.text.trim()).join('\n');
  if (exitCode === zypperExit.notFound) return { kind: 'notFound', text };
  if (messages.some((message) => /need for license confirmation/.test(message.text))) {
    return { kind: 'licence', text: licenceText(messages.map((message) => message.text)) };
  }
  const listed = messages.map((message) => message.text.trim()).filter((one) => one.startsWith('Problem: '));
  const asked = findAll(root, 'prompt').map((prompt) => childText(prompt, 'description'));
  const problems = [...listed, ...asked.filter((one) => one.startsWith('Problem: '))];
  if (problems.length === 0) return { kind: 'other', text: text || `zypper ended with ${exitCode}.` };
  const all = problems.join('\n');
  if (/remove lock to allow/.test(all)) return { kind: 'held', text: all };
  return { kind: /deinstallation of /.test(all) ? 'removal' : 'problem', text: all };
}

/** Names the package instead of quoting pages of licence text. */
function licenceText(texts: readonly string[]): string {
  const named = texts.flatMap((text) => /^\s*In order to install '([^']+)'/.exec(text)?.[1] ?? []);
  const packages = named.join(', ') || 'A package';
  return `${packages} asks for agreement to a licence, which can only be given on the host itself.`;
}
