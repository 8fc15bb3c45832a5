import { readFileSync } from 'node:fs';
import path from 'node:path';

/** How a person at the machine calls this program: the packages bring a command, a clone has none. */
export const PROGRAM = process.argv[1]?.endsWith('.ts') ? 'node server/main.ts' : 'fleetmend';

const tree = path.join(import.meta.dirname, '../..');

interface Project {
  version: string;
  /** Recorded by the packages of a development build; absent in those of a release, and in a clone. */
  commit?: string;
}

const project = (): Project => JSON.parse(readFileSync(path.join(tree, 'package.json'), 'utf8')) as Project;

/** The release that this manager is, or is on the way to: that of package.json. */
export const managerRelease = (): string => project().version;

let version: string | null = null;

/**
 * The version of this manager as people are told it: that of package.json, and for a development build its commit, as
 * in `0.1.0+g1a2b3c4`. Both are read once.
 */
export function managerVersion(): string {
  if (version !== null) return version;
  const { version: release, commit = headOf(path.join(tree, '.git')) } = project();
  version = commit === null ? release : `${release}+g${commit.slice(0, 7)}`;
  return version;
}

/**
 * The commit that a clone stands at: read from its files, for git may not be here, or refuse a clone of another user.
 * Null where there is none. `git` is its folder .git, or the file of this name that a worktree has.
 */
export function headOf(git: string): string | null {
  const own = worktreeOf(git) ?? git;
  const head = textOf(path.join(own, 'HEAD'));
  if (head === null) return null;
  const ref = /^ref: (.+)$/.exec(head)?.[1];
  if (ref === undefined) return commitIn(head);
  const shared = path.resolve(own, textOf(path.join(own, 'commondir')) ?? '.');
  const packed = textOf(path.join(shared, 'packed-refs')) ?? '';
  const line = packed.split('\n').find((one) => one.endsWith(` ${ref}`));
  return commitIn(textOf(path.join(shared, ref)) ?? line ?? '');
}

function worktreeOf(git: string): string | null {
  const folder = /^gitdir: (.+)$/.exec(textOf(git) ?? '')?.[1];
  return folder === undefined ? null : path.resolve(path.dirname(git), folder);
}

const commitIn = (text: string): string | null => /^[0-9a-f]{40,64}\b/.exec(text)?.[0] ?? null;

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}
