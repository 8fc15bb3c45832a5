import type { Logger } from 'pino';
import type { Tx } from './db/tx.ts';
import type { Events } from './declared.ts';

export type EventName = keyof Events & string;
export type EventHandlers = { [N in EventName]?: (payload: Events[N]) => void | Promise<void> };

export interface EventBus {
  /** Told once the transaction has committed; a listener that fails is logged and cannot fail the sender. */
  emit<N extends EventName>(tx: Tx, name: N, payload: Events[N]): void;
  /** For facts that no transaction carries (a live progress line, say). */
  emitNow<N extends EventName>(name: N, payload: Events[N]): void;
  /** Returns the function that unsubscribes. */
  on<N extends EventName>(name: N, listener: (payload: Events[N]) => void | Promise<void>): () => void;
}

type Listener = (payload: unknown) => void | Promise<void>;

export function createEventBus(log: Logger): EventBus {
  const listeners = new Map<string, Set<Listener>>();

  function deliver(name: string, payload: unknown): void {
    for (const listener of listeners.get(name) ?? []) {
      try {
        void Promise.resolve(listener(payload)).catch((error: unknown) =>
          log.error({ error, event: name }, 'event listener failed'),
        );
      } catch (error) {
        log.error({ error, event: name }, 'event listener failed');
      }
    }
  }

  return {
    emit: (tx, name, payload) => tx.afterCommit(() => deliver(name, payload)),
    emitNow: (name, payload) => deliver(name, payload),
    on(name, listener) {
      const known = listeners.get(name) ?? new Set<Listener>();
      listeners.set(name, known.add(listener as Listener));
      return () => known.delete(listener as Listener);
    },
  };
}
