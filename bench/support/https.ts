import { Agent, request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyAndCertificate } from './authority.ts';

export interface Call {
  host: string;
  port: number;
  path: string;
  /** The name that the server must prove; without it any server is believed. */
  servername?: string;
  /** Client certificate, and the root that the server's chain must end in. */
  tls?: KeyAndCertificate;
}

const retryMs = 2;

/** Makes one request on a connection of its own; resolves with status and body of whatever is answered. */
export function callOnce({
  host,
  port,
  path,
  servername,
  tls,
}: Call): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const options = { host, port, path, servername, ...tls, agent: false as const };
    const call = request({ ...options, rejectUnauthorized: tls !== undefined }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    call.once('error', reject);
    call.end();
  });
}

/** Asks again and again, from before the server listens, until the answer is 200. Throws after `timeoutMs`. */
export async function untilAnswered(call: Call, timeoutMs = 30_000): Promise<{ body: string }> {
  const deadline = performance.now() + timeoutMs;
  let last: unknown = null;
  while (performance.now() < deadline) {
    try {
      const answer = await callOnce(call);
      if (answer.status === 200) return answer;
      last = `status ${answer.status}`;
    } catch (error) {
      last = error;
    }
    await sleep(retryMs);
  }
  throw new Error(`${call.path} was not answered within ${timeoutMs} ms: ${String(last)}`);
}

/** One connection for many requests, as the manager keeps it. */
export class KeptConnection {
  #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #to: Omit<Call, 'path'>;

  constructor(to: Omit<Call, 'path'>) {
    this.#to = to;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<{ status: number; etag: string | null }> {
    const { tls, ...to } = this.#to;
    return new Promise((resolve, reject) => {
      const options = { ...to, ...tls, path, headers, agent: this.#agent };
      const call = request(options, (response) => {
        response.once('error', reject);
        response.resume().once('end', () => {
          resolve({ status: response.statusCode ?? 0, etag: response.headers.etag ?? null });
        });
      });
      call.once('error', reject);
      call.end();
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
