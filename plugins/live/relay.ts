import type { Context } from '#sdk';
import { NoteModel, type Note } from './models.ts';

const WRITE_EVERY_MS = 500;
const KEPT_MS = 60_000;
/** Notes are looked for this far back, because the later number of two transactions may be visible first. */
const LOOK_BACK_MS = 10_000;
const MAX_NOTES = 1_000;

/** Carries what concerns the whole fleet to the other managers. With one manager (SQLite) it does nothing. */
export interface Relay {
  /** Sends a note to the other managers, soon. */
  publish(note: Note): void;
  /** Hands on what the others wrote since; nothing is read while nobody listens. */
  poll(): Promise<void>;
  stop(): void;
}

export function createRelay(ctx: Context, hasListeners: () => boolean, deliver: (note: Note) => void): Relay {
  if (ctx.db.dialect === 'sqlite')
    return { publish: () => undefined, poll: () => Promise.resolve(), stop: () => undefined };
  const waiting = new Map<string, Note>();
  let seen = new Set<number>();
  let writing: { clear(): void } | null = null;

  async function write(): Promise<void> {
    writing = null;
    const notes = [...waiting.values()];
    waiting.clear();
    const at = await ctx.db.now();
    await ctx.tx(
      async ({ knex }) => {
        await NoteModel.query(knex)
          .where('at', '<', new Date(at.getTime() - KEPT_MS))
          .delete();
        await knex('live_notes').insert(
          notes.map((note) => ({ origin: ctx.instanceId, at, note: JSON.stringify(note) })),
        );
      },
      { durable: false, name: 'write live notes' },
    );
  }

  return {
    publish(note) {
      if (waiting.size >= MAX_NOTES) return;
      // Of many changes of one host or job the last is enough.
      waiting.set(keyOf(note, waiting.size), note);
      writing ??= ctx.clock.setTimeout(() => {
        write().catch((error: unknown) => ctx.log.warn({ error }, 'other managers could not be notified'));
      }, WRITE_EVERY_MS);
    },
    async poll() {
      if (!hasListeners()) return seen.clear();
      const since = new Date((await ctx.db.now()).getTime() - LOOK_BACK_MS);
      const rows = await NoteModel.query(ctx.db.reader)
        .whereNot('origin', ctx.instanceId)
        .where('at', '>', since)
        .orderBy('id')
        .limit(MAX_NOTES * 10);
      for (const { id, note } of rows) if (!seen.has(Number(id))) deliver(note);
      seen = new Set(rows.map(({ id }) => Number(id)));
    },
    stop: () => writing?.clear(),
  };
}

function keyOf(note: Note, position: number): string {
  if (note.kind === 'job') return `job ${note.jobId}`;
  if (note.kind === 'host') return `host ${note.hostId}`;
  return note.lastIsEnough ? `last ${note.event.kind} ${note.hostId ?? ''}` : `event ${position}`;
}
