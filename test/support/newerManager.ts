import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
/** What the manager's program reads of a checkout, besides libraries and the UI. */
const PARTS = ['server', 'plugins', 'sdk', 'generated', 'package.json'];
const MIGRATIONS = 'server/kernel/db/locks.ts';

export interface Newer {
  /** Folder of its checkout. */
  root: string;
  cleanup(): void;
}

/** A checkout of a version to come: this one, under another number and with one more migration of that kind. */
export function newerManager(version: string, kind: 'compatible' | 'stop'): Newer {
  const to = mkdtempSync(path.join(tmpdir(), 'newer-manager-'));
  for (const part of PARTS) cpSync(path.join(root, part), path.join(to, part), { recursive: true });
  for (const part of ['node_modules', 'web']) symlinkSync(path.join(root, part), path.join(to, part));
  edit(path.join(to, 'package.json'), /"version": "[^"]+"/, `"version": "${version}"`);
  edit(
    path.join(to, MIGRATIONS),
    /\n\];\n/,
    `
  {
    name: 'kernel/999_widen_locks_${kind}',
    kind: '${kind}',
    async up(knex) {
      await knex.schema.alterTable('kernel_locks', (t) => void columns.integer(t, 'wider_${kind}'));
    },
  },
];
`,
  );
  return { root: to, cleanup: () => rmSync(to, { recursive: true, force: true }) };
}

function edit(file: string, what: RegExp, by: string): void {
  const before = readFileSync(file, 'utf8');
  const after = before.replace(what, by);
  if (after === before) throw new Error(`${file} has no ${what}`);
  writeFileSync(file, after);
}
