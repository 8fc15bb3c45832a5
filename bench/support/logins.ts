import { Pool } from 'undici';
import type { ManagerProcess } from '../../test/support/manager.ts';
import { startManager } from './manager.ts';
import { freePort } from '../../test/support/ports.ts';

/**
 * Starts a manager behind a proxy on this machine, so that a caller can come from any address; passkeys belong to
 * localhost.
 */
export async function startBehindProxy(dataDir: string): Promise<ManagerProcess & { origin: string }> {
  const port = await freePort();
  const origin = `https://localhost:${port}`;
  const env = {
    FLEETMEND_TRUSTED_PROXIES: 'loopback',
    FLEETMEND_PUBLIC_URL: origin,
  };
  return Object.assign(await startManager({ dataDir, port, env }), { origin });
}

export interface Signed {
  status: number;
  /** Code of an error. */
  code: string;
  /** Milliseconds from the request to the last byte of its answer. */
  ms: number;
  body: unknown;
}

/** Requests over kept-alive connections, as a proxy would pass them on. */
export class Door {
  readonly #pool: Pool;

  constructor(url: string, connections: number) {
    this.#pool = new Pool(url, {
      connections,
      connect: { rejectUnauthorized: false },
      bodyTimeout: 120_000,
      headersTimeout: 120_000,
    });
  }

  async call(
    method: 'GET' | 'POST',
    path: string,
    body: unknown,
    more: { from?: string; token?: string } = {},
  ): Promise<Signed> {
    const startedAt = performance.now();
    const answer = await this.#pool.request({
      path,
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(more.from === undefined ? {} : { 'x-forwarded-for': more.from }),
        ...(more.token === undefined ? {} : { authorization: `Bearer ${more.token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    const content: unknown = text === '' ? null : JSON.parse(text);
    const { error } = (content ?? {}) as { error?: { code: string } };
    return {
      status: answer.statusCode,
      code: error?.code ?? '',
      ms: performance.now() - startedAt,
      body: content,
    };
  }

  login(username: string, password: string, from: string): Promise<Signed> {
    return this.call('POST', '/api/v1/auth/login', { username, password }, { from });
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}
