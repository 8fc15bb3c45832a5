import { Client } from 'undici';
import { threadsCpuMsOf } from './proc.ts';
import { median } from './stats.ts';

const WARM_UP = 5;
const TIMES = 31;

/** One kept-alive connection, one request at a time: what is measured is the answer, not the queue. */
export class Caller {
  readonly #client: Client;
  readonly #token: () => string;

  /** `token` as a function is called for each request, because a token lives for a quarter of an hour. */
  constructor(url: string, token: string | (() => string)) {
    this.#client = new Client(url, { connect: { rejectUnauthorized: false, timeout: 120_000 } });
    this.#token = typeof token === 'string' ? () => token : token;
  }

  get #headers(): Record<string, string> {
    const token = this.#token();
    return token === '' ? {} : { authorization: `Bearer ${token}` };
  }

  /** Milliseconds from the request to the last byte of its answer: the median of `times` requests, after one more. */
  async p50(resource: string, times: number): Promise<number> {
    await this.#get(resource);
    const all: number[] = [];
    for (let time = 0; time < times; time += 1) all.push(await this.once(resource));
    return median(all);
  }

  /** Milliseconds from one request to the last byte of its answer. */
  async once(resource: string): Promise<number> {
    const startedAt = performance.now();
    await this.#get(resource);
    return performance.now() - startedAt;
  }

  /** The length of a file in bytes; the bytes are read and thrown away. Reports take two minutes at most. */
  async bytes(resource: string): Promise<number> {
    const { statusCode, body } = await this.#client.request({
      path: resource,
      method: 'GET',
      headers: this.#headers,
      headersTimeout: 130_000,
    });
    if (statusCode !== 200) throw new Error(`${resource} answered ${statusCode}: ${await body.text()}`);
    let bytes = 0;
    for await (const chunk of body) bytes += (chunk as Buffer).length;
    return bytes;
  }

  /** Sends a file as it is. */
  async put(resource: string, body: Buffer): Promise<void> {
    const { statusCode, body: answer } = await this.#client.request({
      path: resource,
      method: 'PUT',
      body,
      headers: { ...this.#headers, 'content-type': 'application/octet-stream' },
    });
    const text = await answer.text();
    if (statusCode !== 200) throw new Error(`${resource} answered ${statusCode}: ${text.slice(0, 500)}`);
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #get(resource: string): Promise<void> {
    const { statusCode, body } = await this.#client.request({
      path: resource,
      method: 'GET',
      headers: this.#headers,
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${resource} answered ${statusCode}: ${text.slice(0, 500)}`);
  }
}

/**
 * The processor time that a process takes for one answer, all its threads together, and the median of how long the answer
 * is waited for.
 */
export async function costOf(
  { caller, pid }: { caller: Caller; pid: number },
  resource: string,
): Promise<{ cpuMs: number; p50Ms: number }> {
  // Warms up: the first calls meet code that is not compiled yet.
  await caller.p50(resource, WARM_UP);
  const before = threadsCpuMsOf(pid);
  const p50Ms = await caller.p50(resource, TIMES);
  // `p50` asks once more than it counts.
  return { cpuMs: (threadsCpuMsOf(pid) - before) / (TIMES + 1), p50Ms };
}
