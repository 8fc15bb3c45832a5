import { Client } from 'undici';
import { median } from './stats.ts';

/** One kept-alive connection, one request at a time: what is measured is the answer, not the queue. */
export class Caller {
  readonly #client: Client;
  readonly #headers: Record<string, string>;

  constructor(url: string, token: string) {
    this.#client = new Client(url, { connect: { rejectUnauthorized: false } });
    this.#headers = token === '' ? {} : { authorization: `Bearer ${token}` };
  }

  /** Milliseconds from the request to the last byte of its answer: the middle of `times`, after one more. */
  async p50(resource: string, times: number): Promise<number> {
    await this.#get(resource);
    const all: number[] = [];
    for (let time = 0; time < times; time += 1) {
      const startedAt = performance.now();
      await this.#get(resource);
      all.push(performance.now() - startedAt);
    }
    return median(all);
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
