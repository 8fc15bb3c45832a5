import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { guarded } from '../../server/shared/guarded.ts';
import type { AgentConfig } from '../config/table.ts';
import { StartError } from './dataDir.ts';

type Port = Pick<AgentConfig, 'listen' | 'port'>;

/** Throws StartError, with what to do, where this agent could not listen. */
export async function assertPortFree(config: Port): Promise<void> {
  const probe = createServer();
  await listen(probe, config);
  await new Promise((resolve) => probe.close(resolve));
}

/** Resolves once the server listens. Throws StartError. */
export function listen(server: Server, { listen: host, port }: Port): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = guarded((cause: NodeJS.ErrnoException) =>
      reject(new StartError(listenProblem(cause, host, port), { cause })),
    );
    server.once('error', fail);
    server.listen({ host, port }, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

function listenProblem({ code }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `port ${port} on ${host} is taken; stop what uses it, or set --port`;
  if (code === 'EACCES') return `port ${port} on ${host} may not be used without root`;
  if (code === 'EADDRNOTAVAIL') return `this host has no address ${host}`;
  return `cannot listen on ${host} port ${port} (${code ?? 'unknown error'})`;
}
