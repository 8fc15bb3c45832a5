#!/usr/bin/env node
import { agentHelp, loadAgentConfig, printAgentConfig } from './config.ts';
import { ConfigError } from './configValues.ts';
import { StartError } from './dataDir.ts';
import { EnrollmentError } from './identity/enroll.ts';
import { TrustError } from './identity/trust.ts';
import { createLogger } from './log.ts';
import { enrollOnly, startAgent } from './run.ts';

const shutdownMs = 10_000;

async function main(argv: readonly string[]): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  const { name, again, config } = loadAgentConfig(argv, process.env, isRoot);
  if (name === 'help') return say(agentHelp());
  if (name === 'print-config') return say(printAgentConfig(config));
  const log = createLogger(config.logLevel);
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => stopping.abort(new Stopped()));
  if (name === 'enroll') {
    const hostId = await enrollOnly({ config, log, signal: stopping.signal }, again);
    return say(JSON.stringify({ event: 'enrolled', host_id: hostId }));
  }
  const { stop, ...running } = await startAgent({ config, log, signal: stopping.signal });
  const { hostId, address, port } = running;
  say(JSON.stringify({ event: 'listening', host_id: hostId, address, port, read_only: config.readOnly }));
  onAbort(stopping.signal, () => {
    log.info('stopping');
    setTimeout(() => process.exit(0), shutdownMs).unref();
    void stop().then(() => process.exit(0));
  });
}

/** A signal while the agent still waits for its approval; nothing is wrong. */
class Stopped extends Error {}

function onAbort(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true });
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function isStopped(error: unknown): boolean {
  return error instanceof Stopped || (error instanceof Error && error.name === 'AbortError');
}

const clearErrors = [ConfigError, StartError, EnrollmentError, TrustError];

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (isStopped(error)) process.exit(0);
  const isClear = clearErrors.some((kind) => error instanceof kind);
  const text = isClear ? (error as Error).message : ((error as Error).stack ?? String(error));
  process.stderr.write(`fleetmend-agent: ${text}\n`);
  process.exit(1);
}
