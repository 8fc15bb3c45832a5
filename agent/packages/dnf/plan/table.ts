import type { KeptBackReason } from '../../backend.ts';
import type { RpmChange, RpmResolution } from '../../rpm/rpmDriver.ts';
import type { RpmInventory } from '../../rpm/read/inventory.ts';
import { newest, rpmKey } from '../../rpm/read/inventory.ts';
import { formatEvr, parseEvr } from '#server/shared/versions/rpm.ts';

/** One package line of dnf's transaction table, with the packages that it replaces. */
interface Line {
  section: string;
  name: string;
  arch: string;
  version: string;
  replacing: { name: string; arch: string; version: string }[];
}

const sectionTitle =
  /^(?:Installing|Upgrading|Downgrading|Reinstalling|Removing|Skipping|Enabling|Switching|Resetting|Disabling)\b[^:]*:?$/;

/**
 * Parses the table that dnf shows before it asks. dnf 4 breaks lines at 80 columns (a long name stands alone, the
 * rest follows on the next line) and writes `replacing  name.arch version`; dnf5 writes `replacing name arch version`
 * also for the version that an upgrade replaces.
 */
function parseTable(output: string): Line[] {
  const lines: Line[] = [];
  let section: string | null = null;
  let pending: string[] = [];
  for (const text of output.split('\n')) {
    const trimmed = text.trim();
    if (/^Transaction Summary:?/.test(text)) break;
    if (!text.startsWith(' ')) {
      if (sectionTitle.test(trimmed)) [section, pending] = [trimmed.replace(/:$/, ''), []];
      continue;
    }
    if (section === null || trimmed === '') continue;
    const words = trimmed.split(/\s+/);
    if (words[0] === 'replacing') {
      const replaced = parseReplaced(words.slice(1));
      if (replaced) lines.at(-1)?.replacing.push(replaced);
      continue;
    }
    pending.push(...words);
    const [name, arch, version, repository, size] = pending;
    if (!name || !arch || !version || !repository || !size) continue;
    lines.push({ section, name, arch, version: formatEvr(parseEvr(version)), replacing: [] });
    pending = [];
  }
  return lines;
}

function parseReplaced(words: readonly string[]): Line['replacing'][number] | null {
  const [first = '', second = '', third] = words;
  const dot = first.lastIndexOf('.');
  // dnf5 has a column for the architecture, and four columns or more; dnf 4 has exactly two words.
  if (words.length > 2 && third !== undefined) {
    return { name: first, arch: second, version: formatEvr(parseEvr(third)) };
  }
  if (dot < 0 || second === '') return null;
  const version = formatEvr(parseEvr(second));
  return { name: first.slice(0, dot), arch: first.slice(dot + 1), version };
}

function skippedReason(section: string): KeptBackReason {
  return /conflict/.test(section) ? 'NEEDS_REMOVAL' : 'DEPENDENCY';
}

/** The changes in dnf's table; dnf 4 does not show replaced versions, so they are looked up. */
export function toResolution(output: string, inventory: RpmInventory): Omit<RpmResolution, 'error'> {
  const changes: RpmChange[] = [];
  const skipped: RpmResolution['skipped'] = [];
  for (const { section, name, arch, version, replacing } of parseTable(output)) {
    const here = { name, arch };
    const others = replacing.filter((one) => rpmKey(one) !== rpmKey(here));
    const own = replacing.find((one) => rpmKey(one) === rpmKey(here))?.version;
    const present = newest(inventory, rpmKey(here))?.version ?? null;
    if (section.startsWith('Skipping')) skipped.push({ ...here, reason: skippedReason(section) });
    else if (section.startsWith('Removing')) changes.push({ ...here, from: version, to: null });
    else if (/^(?:Upgrading|Downgrading)/.test(section)) {
      changes.push({ ...here, from: own ?? present, to: version });
    } else if (section.startsWith('Installing')) {
      changes.push({ ...here, from: own ?? null, to: version });
    } else continue;
    for (const one of others) {
      changes.push({ name: one.name, arch: one.arch, from: one.version, to: null, because: name });
    }
  }
  return { changes, skipped };
}
