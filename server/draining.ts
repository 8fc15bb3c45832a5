import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import type { ControlState, ControlWord } from './control.ts';
import type { Loaded } from './kernel/boot/loader.ts';
import { announce } from './kernel/boot/managers.ts';
import { every } from './kernel/every.ts';
import { guarded } from './shared/guarded.ts';

const CLOSE_IDLE_MS = 1_000;

/** What is open on the listener. */
export interface Open {
  /** All connections. */
  sockets: ReadonlySet<Socket>;
  /** Calls under way. */
  calls(): number;
  /** How many of the connections have become live ones. Follows them from the first call on, once somebody takes them. */
  live(): number;
}

/** Follows what is open; answers that are given while `isDraining` end their connections. Before the app is asked. */
export function track(servers: readonly Server[], isDraining: () => boolean): Open {
  const sockets = new Set<Socket>();
  const live = new Set<unknown>();
  let calls = 0;
  let isFollowed = false;
  for (const server of servers) {
    server.on(
      'connection',
      guarded((socket: Socket) => {
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket));
      }),
    );
    server.prependListener(
      'request',
      guarded((_req, res) => {
        calls += 1;
        res.once('close', () => (calls -= 1));
        if (isDraining()) res.setHeader('Connection', 'close');
      }),
    );
  }
  return {
    sockets,
    calls: () => calls,
    live() {
      // A listener of upgrades where nobody takes them would have these requests wait for ever.
      if (isFollowed) return live.size;
      isFollowed = true;
      for (const server of servers.filter((one) => one.listenerCount('upgrade') > 0))
        server.prependListener(
          'upgrade',
          guarded((_req, socket) => {
            live.add(socket);
            socket.once('close', () => live.delete(socket));
          }),
        );
      return live.size;
    },
  };
}

export interface Drain {
  /** See Manager.drain. */
  drain(): Promise<void>;
  /** What the owner of the data directory asks. */
  act(word: ControlWord): ControlState;
  /** It cannot be taken back any more. */
  end(): void;
}

export function drainOf({
  loaded,
  servers,
  open,
  drainSecs,
}: {
  loaded: Loaded;
  servers: readonly Server[];
  open: Open;
  drainSecs: number;
}): Drain {
  const { ctx } = loaded;
  let begun: { ms: number; closing: { stop(): void }; noticed: boolean } | null = null;
  let isEnding = false;

  function enter(phase: 'draining' | 'serving'): void {
    loaded.enter(phase);
    announce(ctx, { drained: phase === 'draining' }).catch((error: unknown) =>
      ctx.log.warn({ error }, 'the other managers do not know whether this one is drained'),
    );
  }

  const noticeMs = (): number => (begun ? Math.max(0, begun.ms + drainSecs * 1_000 - performance.now()) : 0);

  function closeIdle(): void {
    if (!begun || noticeMs() > 0) return;
    if (!begun.noticed) ctx.events.emitNow('kernel.drained', { at: ctx.clock.now() });
    begun.noticed = true;
    for (const server of servers) server.closeIdleConnections();
  }

  function begin(): void {
    if (begun) return;
    const rhythm = { ms: CLOSE_IDLE_MS, failed: 'idle connections could not be closed' };
    begun = { ms: performance.now(), closing: every(ctx, rhythm, closeIdle), noticed: false };
    enter('draining');
  }

  function undo(): void {
    if (isEnding || !begun) return;
    begun.closing.stop();
    begun = null;
    enter('serving');
  }

  function stop(): void {
    // The way that every stop takes, so that the program ends as its service manager knows it.
    process.kill(process.pid, 'SIGTERM');
  }

  const acts: Record<ControlWord, () => void> = { state: () => undefined, drain: begin, undo, stop };
  return {
    async drain() {
      begin();
      isEnding = true;
      await ctx.clock.sleep(noticeMs());
      closeIdle();
    },
    act(word) {
      if (word !== 'state') ctx.log.info({ word }, 'asked by the owner of the data directory');
      acts[word]();
      return {
        phase: ctx.phase(),
        noticeSecs: Math.ceil(noticeMs() / 1_000),
        calls: open.calls(),
        live: open.live(),
        connections: open.sockets.size,
      };
    },
    end() {
      begin();
      isEnding = true;
      begun?.closing.stop();
    },
  };
}
