import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { announce } from '../../core/announce.ts';
import { api, must } from '../../core/api.ts';
import { idempotencyKey } from '../../core/idempotencyKey.ts';
import { placeNow, tellLate } from '../../core/lateFailure.ts';

/** After this time the person is told that the refresh goes on without them. */
const LONG_MS = 60_000;
const LOOK_EVERY_MS = 2_000;

export type RefreshState = 'idle' | 'running' | 'long' | 'done';

/** “Refresh now”: asks the agent to refresh its package lists, and watches until the figures are read again. */
export class HostRefresh implements ReactiveController {
  state: RefreshState = 'idle';
  error: unknown = null;
  readonly #host: ReactiveControllerHost;
  readonly #look: () => void;
  #before: string | null = null;
  #startedAtMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `look` reads the host again; the page then hands the figures to `sees`. */
  constructor(host: ReactiveControllerHost, look: () => void) {
    this.#host = host;
    this.#look = look;
    host.addController(this);
  }

  get isRunning(): boolean {
    return this.state === 'running' || this.state === 'long';
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#set('idle', null);
  }

  async start(id: string, polledAt: string | null): Promise<void> {
    if (this.isRunning) return;
    this.#before = polledAt;
    this.#startedAtMs = performance.now();
    this.#set('running', null);
    announce('Refreshing package lists');
    const place = placeNow();
    try {
      await must(
        api.POST('/api/v1/hosts/{host_id}/refresh', {
          params: { path: { host_id: id }, header: idempotencyKey() },
        }),
      );
      this.#wait();
    } catch (error) {
      // The page's end has made it idle.
      if (!this.isRunning) return tellLate(place, error);
      this.#set('idle', error);
    }
  }

  /** Takes the time at which the host's patches were read last. */
  sees(polledAt: string | null): void {
    if (!this.isRunning || polledAt === this.#before) return;
    clearTimeout(this.#timer);
    announce('Patches refreshed');
    this.#set('done', null);
  }

  #wait(): void {
    if (!this.isRunning) return;
    this.#timer = setTimeout(() => {
      if (performance.now() - this.#startedAtMs > LONG_MS) this.#set('long', null);
      this.#look();
      this.#wait();
    }, LOOK_EVERY_MS);
  }

  #set(state: RefreshState, error: unknown): void {
    this.state = state;
    this.error = error;
    this.#host.requestUpdate();
  }
}
