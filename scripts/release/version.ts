import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../packages/files.ts';
import { tool } from '../packages/tools.ts';

const changelog = path.join(root, 'CHANGELOG.md');
const VERSION = /^\d+\.\d+\.\d+(?:-[0-9a-z]+(?:\.[0-9a-z]+)*)?$/;
const git = (...args: string[]): string => tool('git', '-C', root, ...args).trim();

/** Throws in words where the checkout is no clean one, or has the tag of this version at another commit. */
export function assertReleasable(version: string): void {
  if (!VERSION.test(version)) throw new Error(`${version} is no version: 1.2.3, or 1.2.3-rc.1`);
  const changed = git('status', '--porcelain');
  if (changed !== '') throw new Error(`the checkout has changes that are not committed:\n${changed}`);
  const tagged = git('tag', '--list', `v${version}`) && git('rev-parse', `v${version}^{commit}`);
  if (tagged && tagged !== git('rev-parse', 'HEAD'))
    throw new Error(`v${version} is released already, at ${tagged.slice(0, 7)}`);
  headingOf(version);
}

interface Heading {
  line: string;
  /** null: `(unreleased)`. */
  date: string | null;
}

/** The changelog's heading of the version: `## 1.2.3 (unreleased)`, or with its date. Throws where there is none. */
function headingOf(version: string): Heading {
  const [line, told = ''] =
    new RegExp(`^## ${version.replaceAll('.', '\\.')} \\((\\d{4}-\\d\\d-\\d\\d|unreleased)\\)$`, 'm').exec(
      readFileSync(changelog, 'utf8'),
    ) ?? [];
  if (line === undefined) throw new Error(`CHANGELOG.md has no heading "## ${version} (unreleased)"`);
  return { line, date: told === 'unreleased' ? null : told };
}

/**
 * Writes version and date where they are not written yet: package.json, its lock file, the changelog. Answers the date
 * in seconds since 1970, which each file in the packages bears, so that the same release gives the same bytes later.
 */
export function writeVersion(version: string, today: Date): number {
  const { line, date } = headingOf(version);
  const day = date ?? today.toISOString().slice(0, 10);
  if (date === null) {
    const text = readFileSync(changelog, 'utf8');
    writeFileSync(changelog, text.replace(line, `## ${version} (${day})`));
  }
  for (const name of ['package.json', 'package-lock.json']) writeInto(path.join(root, name), version);
  return Date.parse(day) / 1_000;
}

/** Changes nothing but the project's own version, which both files name before those of all others. */
function writeInto(file: string, version: string): void {
  const text = readFileSync(file, 'utf8');
  const own = /^( {2}"name": "fleetmend",\n {2}"version": ")[^"]+/m;
  const asPackage = /("": \{\n\s+"name": "fleetmend",\n\s+"version": ")[^"]+/;
  const changed = text.replace(own, `$1${version}`).replace(asPackage, `$1${version}`);
  if (changed !== text) writeFileSync(file, changed);
}
