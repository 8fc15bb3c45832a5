import { randomUUID } from 'node:crypto';
import type { ManagerProcess } from './manager.ts';
import { waitFor } from './wait.ts';

const WITHIN_MS = 120_000;

/** Several managers of one database, some of which may be killed meanwhile: calls go to whichever answers. */
export class EitherManager {
  readonly #managers: readonly ManagerProcess[];

  constructor(managers: readonly ManagerProcess[]) {
    this.#managers = managers;
  }

  /** One call that must succeed; each try has the same key, so that it is done once. */
  async ask<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
    const key = randomUUID();
    return this.#try(`${method} ${path}`, async (manager) => {
      const { status, body: answer } = await manager.call<T>(method, path, body, undefined, {
        'idempotency-key': key,
      });
      if (status === 401) await manager.signIn();
      if (status < 200 || status > 299) throw new Error(`${status}: ${JSON.stringify(answer)}`);
      return answer;
    });
  }

  async until<T>(path: string, probe: (body: T) => boolean): Promise<T> {
    let last: unknown;
    const found = this.#try(path, async (manager) => {
      const { status, body } = await manager.call<T>('GET', path);
      last = body;
      if (status === 401) await manager.signIn();
      if (status === 200 && probe(body)) return body;
      throw new Error(`not yet (${status})`);
    });
    return found.catch((error: unknown) => {
      throw new Error(`${path}: last seen ${JSON.stringify(last)?.slice(0, 4_000)}`, { cause: error });
    });
  }

  /** Waits until no notification is left to send, or to send again. */
  async untilAllSent(): Promise<void> {
    await this.until<{ deliveries: unknown[] }>(
      '/api/v1/notification-deliveries?state=waiting',
      ({ deliveries }) => deliveries.length === 0,
    );
  }

  #try<T>(what: string, one: (manager: ManagerProcess) => Promise<T>): Promise<T> {
    let turn = 0;
    return waitFor<T>(
      () => {
        const manager = this.#managers[turn++ % this.#managers.length];
        if (!manager) throw new Error('there is no manager');
        return one(manager);
      },
      { timeoutMs: WITHIN_MS, everyMs: 150, what },
    );
  }
}
