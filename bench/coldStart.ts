import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { managerFlags, packagedFlags } from '../scripts/packages/files.ts';
import { hostServerName } from '../server/shared/pki/names.ts';
import { extract } from 'tar';
import { agentPackage, managerPackage } from '../test/support/packages.ts';
import { freePort } from '../test/support/ports.ts';
import type { Bench, Figure } from './bench.ts';
import { createAuthority, leafOf } from '../server/core/agents/pki/pki.testing.ts';
import { enrollOffline } from './support/authority.ts';
import type { KeyAndCertificate } from './support/authority.ts';
import { projectRoot } from './support/children.ts';
import { untilAnswered } from './support/https.ts';
import type { Call } from './support/https.ts';
import { median } from './support/stats.ts';
import { withDirectory } from './support/temporary.ts';

const starts = 7;
const hostId = '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21';

/** A program that is started again and again, and the question that it must answer. */
interface Subject {
  name: string;
  /** Default: this Node. */
  program?: string;
  argv: readonly string[];
  env?: Record<string, string>;
  call: Call;
}

export const coldStart: Bench = {
  name: 'coldStart',
  about: 'process start to the first answer: manager and agent on their data, beside a bare HTTPS server',
  run: (say) =>
    withDirectory(async (dir) => {
      const bare = await bareSubject(path.join(dir, 'bare'));
      const manager = await managerSubject(path.join(dir, 'manager'));
      const tree = await unpackedManager(path.join(dir, 'tree'));
      const installed = await managerSubject(path.join(dir, 'installed'), tree);
      // As the package does when it is installed.
      execFileSync(path.join(tree, 'node'), [...installed.argv, '--version'], {
        env: { ...process.env, ...installed.env },
      });
      const agent = await agentSubject(path.join(dir, 'agent'));
      const packaged = { ...agent, name: 'agent, packaged', program: await agentPackage('exe'), argv: [] };
      say('first start of the manager, which makes database and authority');
      const firstMs = await startMs(manager);
      const firstInstalledMs = await startMs(installed);
      // Starts them in turns, so that whatever else the machine does affects all of them alike.
      const times = new Map<Subject, number[]>(
        [bare, manager, installed, agent, packaged].map((subject) => [subject, []]),
      );
      for (let turn = 0; turn < starts; turn += 1)
        for (const [subject, all] of times) all.push(await startMs(subject));
      const base = { name: bare.name, value: median(times.get(bare) ?? []) };
      const figures: Figure[] = [manager, installed, agent, packaged].map((subject) => ({
        name: `${subject.name} (p50 of ${starts})`,
        value: median(times.get(subject) ?? []),
        unit: 'ms',
        base,
        ...(subject === installed && { target: { of: 'ratio', max: 5 } }),
      }));
      return {
        figures: [
          ...figures,
          { name: 'manager, empty data directory', value: firstMs, unit: 'ms', base },
          {
            name: 'manager, packaged, empty data directory',
            value: firstInstalledMs,
            unit: 'ms',
            base,
            target: { of: 'ratio', max: 15 },
          },
        ],
      };
    }),
};

async function bareSubject(dir: string): Promise<Subject> {
  const authority = await createAuthority();
  const served = await leafOf(authority, { kind: 'host', hostId });
  const port = await freePort();
  writeBareServer(dir, served, '{}');
  const argv = ['bench/processes/bareServer.mjs', dir, '127.0.0.1', String(port)];
  const tls = await leafOf(authority, { kind: 'manager' });
  const call = { host: '127.0.0.1', port, path: '/', servername: hostServerName(hostId), tls };
  return { name: 'bare HTTPS server', argv, call };
}

/** The files that bareServer.mjs reads. */
export function writeBareServer(dir: string, tls: KeyAndCertificate, body: string): void {
  mkdirSync(dir, { recursive: true });
  for (const [name, text] of Object.entries({ ...tls, body })) writeFileSync(path.join(dir, name), text);
}

/** The tree of the package, as it lies in /usr/lib/fleetmend. */
async function unpackedManager(into: string): Promise<string> {
  mkdirSync(into, { recursive: true });
  await extract({ file: await managerPackage('tar'), cwd: into });
  return path.join(into, 'usr/lib/fleetmend');
}

/** From the sources, or with the Node and the compile cache that the package of a manager has. */
async function managerSubject(dataDir: string, tree?: string): Promise<Subject> {
  const port = await freePort();
  const packaged = tree === undefined ? {} : { name: 'manager, packaged', program: path.join(tree, 'node') };
  return {
    name: 'manager',
    argv:
      tree === undefined
        ? [...managerFlags, 'server/main.ts']
        : [...packagedFlags, path.join(tree, 'server/start.cjs')],
    ...packaged,
    env: {
      ...(tree !== undefined && { NODE_COMPILE_CACHE: `${dataDir}-compiled` }),
      FLEETMEND_DATA_DIR: dataDir,
      FLEETMEND_PORT: String(port),
      FLEETMEND_ADMIN_PASSWORD: 'not-used-here-7',
    },
    call: { host: '127.0.0.1', port, path: '/api/v1/status/health' },
  };
}

/** An agent that is read-only, so that it leaves this machine's packages alone. */
async function agentSubject(dataDir: string): Promise<Subject> {
  const authority = await createAuthority();
  await enrollOffline(dataDir, authority, hostId);
  const port = await freePort();
  const flags = {
    'data-dir': dataDir,
    listen: '127.0.0.1',
    port,
    'read-only': 'true',
    'refresh-interval-secs': 0,
  };
  const env = Object.fromEntries(
    Object.entries(flags).map(([name, value]) => [
      `FLEETMEND_AGENT_${name.toUpperCase().replaceAll('-', '_')}`,
      String(value),
    ]),
  );
  const tls = await leafOf(authority, { kind: 'manager' });
  const call = { host: '127.0.0.1', port, path: '/health', servername: hostServerName(hostId), tls };
  return { name: 'agent, from its sources', argv: ['agent/main.ts'], env, call };
}

/** Milliseconds from the start of the process to the first whole answer. */
async function startMs({ program = process.execPath, argv, env, call, name }: Subject): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(program, argv, {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${name} ended before it answered: ${errors}`);
  });
  ended.catch(() => undefined);
  try {
    await Promise.race([untilAnswered(call), ended]);
    return performance.now() - startedAt;
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}
