#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createLogger } from '../log.ts';
import { enrollSimulated } from './enroll.ts';
import { partOf, readFleet, writeFleet } from './fleet.ts';
import { startGroup } from './group.ts';
import { parseScript, ScriptError } from './script.ts';
import { simulatedNames } from './simulator.ts';
import { enrollThin } from './thin/enroll.ts';

const usage = `Usage: node agent/simulator/main.ts [options]

Many agents with the agent's own routes and certificates, and simulated packages. See agent/simulator/README.md.

  --count            how many hosts (default 100)
  --processes        how many processes share them (default 1), each with a port of its own from --port on
  --data-dir         their data directories (default ./data/simulator); used again by the next start
  --listen --port    address, and first port (default 127.0.0.1 9443)
  --connection       listen (default), or dial: each host keeps a link to --manager-url, and none listens
  --thin             with --connection dial: a host is a mere link until the manager calls it, for 100,000 of them
  --least-memory     with --thin: start no more hosts when so many MB are left on this machine (default 1000)
  --manager-url --enrollment-token
                     enroll those that are not enrolled yet; the token needs a use for each. With --connection dial
                     --manager-url may be given once for each manager: the hosts are spread over all of them
  --script FILE      who is slow, fails, stays away after a restart, or lies
  --installed --patches --security --latency-ms
                     what each host's package manager says, and how long it takes
`;

/** Enrolling ten thousand hosts takes minutes, so progress is printed. */
const sayEvery = 500;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    processes: { type: 'string', default: '1' },
    'data-dir': { type: 'string', default: './data/simulator' },
    listen: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '9443' },
    connection: { type: 'string', default: 'listen' },
    thin: { type: 'boolean', default: false },
    'least-memory': { type: 'string', default: '1000' },
    'manager-url': { type: 'string', multiple: true },
    'enrollment-token': { type: 'string' },
    script: { type: 'string' },
    installed: { type: 'string' },
    patches: { type: 'string' },
    security: { type: 'string' },
    'latency-ms': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

/** Why the simulator cannot start, in words for the person who started it. */
class UsageError extends Error {}

function count(name: 'count' | 'processes' | 'port' | 'least-memory'): number {
  const value = Number(values[name]);
  if (Number.isInteger(value) && value > 0) return value;
  throw new UsageError(`--${name} must be a whole number above 0`);
}

function packagesOf(): Record<string, number> {
  const given = {
    installed: values.installed,
    patches: values.patches,
    security: values.security,
    latencyMs: values['latency-ms'],
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, text]) => (text === undefined ? [] : [[key, Number(text)]])),
  );
}

/** The managers that the hosts dial; undefined: they listen. */
function dialled(): readonly string[] | undefined {
  const { connection, thin, 'manager-url': managers = [] } = values;
  if (connection === 'listen' && thin) throw new UsageError('--thin needs --connection dial');
  if (connection === 'listen') return undefined;
  if (connection !== 'dial') throw new UsageError('--connection must be listen or dial');
  if (managers.length === 0) throw new UsageError('--connection dial needs --manager-url');
  return managers;
}

const place = () => ({ address: values.listen, port: count('port'), processes: count('processes') });

/** The manager knows a fleet's address and ports, so the fleet must not move by accident. */
async function checkPlace(dir: string): Promise<void> {
  const known = await readFleet(dir);
  const { address, port, processes } = place();
  if (!known) return writeFleet(dir, { address, port, processes });
  if (known.address === address && known.port === port && known.processes === processes) return;
  throw new UsageError(
    `the hosts in ${dir} are known to the manager at --listen ${known.address} --port ${known.port} --processes ${known.processes}`,
  );
}

async function main(): Promise<void> {
  const log = createLogger('warn');
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
  const dir = values['data-dir'];
  const script = values.script === undefined ? '{}' : readFileSync(values.script, 'utf8');
  const { rules } = parseScript(script);
  if (values.thin && rules.length > 0) throw new UsageError('thin hosts behave well: --thin takes no rules');
  const { address, port, processes } = place();
  const dial = dialled();
  // Thin hosts are nowhere, so that any number of processes may share them.
  if (!values.thin) await checkPlace(dir);
  await enrollMissing(log, stopping.signal);
  const group = await startGroup({
    dir,
    count: count('count'),
    listen: address,
    port,
    processes,
    dial,
    thin: values.thin ? { leastMemoryMb: count('least-memory') } : undefined,
    script,
    packages: packagesOf(),
    logLevel: 'warn',
  });
  const { agents, startMs, pids } = group;
  const reached = dial === undefined ? { event: 'listening', address, port } : { event: 'dialling', dial };
  say({ ...reached, processes, agents, startMs: Math.round(startMs), pids });
  const told = new Promise<void>((resolve) => {
    if (stopping.signal.aborted) resolve();
    else stopping.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([told, group.failed]);
  await group.stop();
}

async function enrollMissing(log: ReturnType<typeof createLogger>, signal: AbortSignal): Promise<void> {
  const { 'manager-url': [managerUrl] = [], 'enrollment-token': token, 'data-dir': dir } = values;
  if (managerUrl === undefined || token === undefined) return;
  const startedAt = performance.now();
  const { address, port, processes } = place();
  const portOf = (index: number): number => port + partOf(index, { processes });
  const names = simulatedNames(count('count'));
  const where = { dir, names, managerUrl, token, address, port: portOf };
  const added = await (values.thin ? enrollThin : enrollSimulated)({
    ...where,
    log,
    signal,
    onProgress: (done) => {
      if (done % sayEvery === 0 && done < names.length) say({ event: 'enrolling', done, of: names.length });
    },
  });
  say({ event: 'enrolled', added, ms: Math.round(performance.now() - startedAt) });
}

const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

if (values.help) process.stdout.write(usage);
else
  main().then(
    () => process.exit(0),
    (error: Error) => {
      const known = error instanceof UsageError || error instanceof ScriptError;
      process.stderr.write(`${known ? error.message : error.stack}\n`);
      process.exit(1);
    },
  );
