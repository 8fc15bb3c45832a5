/**
 * Versions before this one, as commits of this repository: what they were is fixed, and is taken from git as it was.
 * Suites that use them declare `// needs: history`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { renameOrUseOther } from './kept.ts';

const root = path.resolve(import.meta.dirname, '../..');
const cache = path.join(root, '.cache/recorded');
/** What the programs of both sides read of a checkout, besides libraries and the UI. */
const PARTS = ['agent', 'server', 'plugins', 'sdk', 'generated', 'package.json'];

export interface Recorded {
  /** For people. */
  name: string;
  commit: string;
  /** How its agents may be connected. */
  connections: readonly ('listen' | 'dial')[];
}

/** The last one whose agents only listen: it knows no links, and no `connection` of a host. */
export const BEFORE_DIALLING: Recorded = {
  name: 'before agents could dial',
  commit: 'f4ed0d3bec829b1c686e69c48e73fceeeba9dae6',
  connections: ['listen'],
};

/** The first one whose enrollment says that an agent dials; it knows neither updates of agents nor changes of the connection. */
export const DIALLING: Recorded = {
  name: 'since agents dial',
  commit: '7c2b82ff39be49a11fced64b3abb5d0182c2d3d6',
  connections: ['listen', 'dial'],
};

/** The first one whose agents check signatures when they update themselves, with today's watchdog; it changes no connection. */
export const UPDATING: Recorded = {
  name: 'since agents update themselves',
  commit: 'fbe89480f66c7edc53e746fa057abe9e94817ea9',
  connections: ['listen', 'dial'],
};

export const RECORDED: readonly Recorded[] = [BEFORE_DIALLING, DIALLING, UPDATING];

/** The folder of its checkout, inside of this one, whose libraries it finds; kept, for a commit never changes. */
export function checkoutOf({ commit }: Pick<Recorded, 'commit'>): string {
  const folder = path.join(cache, commit);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(path.join(cache, '.new-'));
  try {
    const archive = path.join(work, 'all.tar');
    execFileSync('git', ['archive', '--format=tar', `--output=${archive}`, commit, '--', ...PARTS], {
      cwd: root,
    });
    const tree = path.join(work, 'tree');
    mkdirSync(tree);
    execFileSync('tar', ['--extract', '--file', archive, '--directory', tree]);
    renameOrUseOther(tree, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  const current = new Set(RECORDED.map((one) => one.commit));
  for (const name of readdirSync(cache).filter((one) => !one.startsWith('.') && !current.has(one)))
    rmSync(path.join(cache, name), { recursive: true, force: true });
  return folder;
}
