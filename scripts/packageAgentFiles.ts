import { chmodSync, copyFileSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { AgentBuild } from './packageAgentFormats.ts';

const root = path.resolve(import.meta.dirname, '..');
export const packagingDir = path.join(root, 'agent/packaging');

/** Puts the files that every package holds under `tree`; answers their paths on the host. */
export function stageFiles(tree: string, { executable, madeAtSecs }: AgentBuild): string[] {
  const nodeLicense = path.resolve(path.dirname(process.execPath), '../LICENSE');
  const licenses = [path.join(root, 'LICENSE'), nodeLicense].map((file) => readFileSync(file, 'utf8'));
  const files: readonly (readonly [string, number, string | Buffer])[] = [
    ['/usr/lib/systemd/system/fleetmend-agent.service', 0o644, read('fleetmend-agent.service')],
    // It may hold an enrollment token.
    ['/etc/fleetmend/agent.toml', 0o600, read('agent.toml')],
    ['/usr/share/doc/fleetmend-agent/copyright', 0o644, licenses.join('\n\n')],
    [
      '/usr/share/doc/fleetmend-agent/changelog.gz',
      0o644,
      gzipSync(readFileSync(path.join(root, 'CHANGELOG.md'))),
    ],
  ];
  for (const [name, mode, content] of files) put(tree, name, mode, (to) => writeFileSync(to, content));
  put(tree, '/usr/bin/fleetmend-agent', 0o755, (to) => copyFileSync(executable, to));
  const names = [...files.map(([name]) => name), '/usr/bin/fleetmend-agent'];
  for (const name of names) utimesSync(path.join(tree, name), madeAtSecs, madeAtSecs);
  return names;
}

const read = (name: string): string => readFileSync(path.join(packagingDir, name), 'utf8');

function put(tree: string, name: string, mode: number, write: (to: string) => void): void {
  const to = path.join(tree, name);
  mkdirSync(path.dirname(to), { recursive: true, mode: 0o755 });
  write(to);
  chmodSync(to, mode);
}

/** A file of agent/packaging with each `@NAME@` filled in. Throws for a name that has no value. */
export function fillTemplate(name: string, values: Readonly<Record<string, string>>): string {
  return read(name).replaceAll(/@([A-Z_]+)@/g, (_all, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`${name}: nothing stands for @${key}@`);
    return value;
  });
}
