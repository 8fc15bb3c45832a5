#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { createLogger } from '../log.ts';
import { enrollSimulated } from './enroll.ts';
import { simulatedNames, startSimulator } from './simulator.ts';

const usage = `Usage: node agent/simulator/main.ts [options]

Many agents in one process, with the agent's own routes and certificates, and simulated packages.

  --count            how many hosts (default 100)
  --data-dir         their data directories (default ./data/simulator)
  --listen --port    one address and port for all (default 127.0.0.1 9443)
  --manager-url --enrollment-token
                     enroll those that are not enrolled yet; the token needs a use for each
  --installed --patches --security --latency-ms
                     what each host's package manager says, and how long it takes
`;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    'data-dir': { type: 'string', default: './data/simulator' },
    listen: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '9443' },
    'manager-url': { type: 'string' },
    'enrollment-token': { type: 'string' },
    installed: { type: 'string' },
    patches: { type: 'string' },
    security: { type: 'string' },
    'latency-ms': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);

async function main(): Promise<void> {
  const log = createLogger('info');
  const stopping = new AbortController();
  const names = simulatedNames(Number(values.count));
  const { 'data-dir': dir, listen, 'manager-url': managerUrl, 'enrollment-token': token } = values;
  const port = Number(values.port);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
  if (managerUrl !== undefined && token !== undefined)
    await enrollSimulated({
      dir,
      names,
      managerUrl,
      token,
      address: listen,
      port,
      log,
      signal: stopping.signal,
    });
  const packages = {
    installed: numberOf(values.installed),
    patches: numberOf(values.patches),
    security: numberOf(values.security),
    latencyMs: numberOf(values['latency-ms']),
  };
  const simulator = await startSimulator({ dir, names, listen, port, packages, log });
  process.stdout.write(
    `${JSON.stringify({ event: 'listening', address: listen, port, agents: names.length })}\n`,
  );
  const stop = (): void => void simulator.stop().then(() => process.exit(0));
  if (stopping.signal.aborted) stop();
  else stopping.signal.addEventListener('abort', stop, { once: true });
}

if (values.help) process.stdout.write(usage);
else await main();
