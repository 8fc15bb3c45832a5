import type { Context } from '#server/kernel/boot/feature.ts';
import { livingManagers, type LivingManager } from '#server/kernel/boot/managers.ts';
import { allFields } from '#server/kernel/http/fields.ts';
import { managerVersion } from '#server/kernel/version.ts';
import { ManagerAway, type AnswerQuestion, type AskedManager } from '../transport/questions.ts';

/**
 * One of the managers that share a database keeps in memory what questions about the whole fleet need, and answers them
 * for the others. Which one it is decides only where the memory is used: each of them can answer, and where no other one
 * does, the manager that was asked answers from its own memory.
 */
export interface Keeper {
  /** Whether this manager is the keeper now. Where it is alone it always is. */
  isHere(): Promise<boolean>;
  /**
   * Registers who answers the question on the manager that keeps, and returns the function that asks: here, or there.
   * What goes in and out travels as JSON; the signal ends the work on either manager. Called in `setup`. Throws what
   * `answer` throws as an AppError, and SERVICE_UNAVAILABLE where the answer takes too long.
   */
  question<Asked, Answer>(
    name: string,
    answer: (asked: Asked, signal: AbortSignal) => Promise<Answer>,
  ): (asked: Asked, signal: AbortSignal) => Promise<Answer>;
  /**
   * The same for handlers of operations that read: of a request the parameters and the scope go there, which is all that
   * these handlers may use; `fields` is cut down to on the manager that was called.
   */
  routes<Handlers extends object>(handlers: Handlers): Handlers;
}

interface Asker {
  ask(address: string, question: AskedManager): Promise<unknown>;
  /** Gets who answers each question on this manager. */
  answers: Map<string, AnswerQuestion>;
}

/** How long the list of the managers that live is used. */
const LIVING_MS = 5_000;
/** A manager that gave no answer is not asked again for so long. */
const AWAY_MS = 15_000;

type Handler = (request: Record<string, unknown>) => Promise<unknown>;

export function createKeeper(
  ctx: Pick<Context, 'db' | 'clock' | 'log' | 'instanceId'>,
  { ask, answers }: Asker,
): Keeper {
  let kept: { atMs: number; managers: Promise<readonly Candidate[]> } | null = null;
  const away = new Map<string, number>();
  const nowMs = (): number => ctx.clock.now().getTime();
  const isAway = (id: string): boolean => nowMs() - (away.get(id) ?? -Infinity) < AWAY_MS;

  /** Who is asked, in this order, before this manager answers itself. */
  async function before(): Promise<readonly Candidate[]> {
    // Nobody else has this database.
    if (ctx.db.dialect === 'sqlite') return [];
    const age = kept ? nowMs() - kept.atMs : Infinity;
    if (!kept || age < 0 || age >= LIVING_MS) kept = { atMs: nowMs(), managers: candidates(ctx) };
    const reading = kept;
    const managers = await reading.managers.catch((error: unknown) => {
      if (kept === reading) kept = null;
      throw error;
    });
    return managers.filter(({ id }) => !isAway(id));
  }

  /** Null: this manager answers itself. */
  async function elsewhere(question: AskedManager): Promise<{ answer: unknown } | null> {
    for (const { id, address } of await before())
      try {
        return { answer: await ask(address, question) };
      } catch (error) {
        if (!(error instanceof ManagerAway)) throw error;
        away.set(id, nowMs());
        ctx.log.warn(
          { error, manager: id, address },
          'the manager that keeps the lists of the fleet is away',
        );
      }
    return null;
  }

  function take(name: string, answer: AnswerQuestion): void {
    if (answers.has(name)) throw new Error(`the question ${name} is another feature's`);
    answers.set(name, answer);
  }

  return {
    isHere: async () => (await before()).length === 0,
    question<Asked, Answer>(name: string, answer: (asked: Asked, signal: AbortSignal) => Promise<Answer>) {
      take(name, (asked, signal) => answer(asked as Asked, signal));
      return async (asked: Asked, signal: AbortSignal): Promise<Answer> => {
        const found = await elsewhere({ name, asked, signal });
        return found ? (found.answer as Answer) : answer(asked, signal);
      };
    },
    routes<Handlers extends object>(handlers: Handlers): Handlers {
      const entries = Object.entries(handlers as Record<string, Handler>).map(([id, handler]) => {
        take(id, (asked, signal) => handler({ ...(asked as object), signal, fields: allFields }));
        const asking: Handler = async (call) => {
          const { params, query, scope, signal } = call as Record<string, unknown> & { signal?: AbortSignal };
          const found = await elsewhere({ name: id, asked: { params, query, scope }, signal });
          return found ? found.answer : handler(call);
        };
        return [id, asking] as const;
      });
      return Object.fromEntries(entries) as Handlers;
    },
  };
}

interface Candidate {
  id: string;
  address: string;
}

/**
 * The managers that come before this one: of the same version, since their answers are taken as they are, and reachable;
 * those that are drained last, else by their ids, which stay over restarts.
 */
async function candidates({ db, instanceId }: Pick<Context, 'db' | 'instanceId'>): Promise<Candidate[]> {
  const living = await livingManagers(db);
  const own = living.get(instanceId);
  if (!own) return [];
  const place = (id: string, { isDrained }: LivingManager): string => `${isDrained ? 1 : 0} ${id}`;
  return [...living]
    .filter(([id, one]) => id !== instanceId && place(id, one) < place(instanceId, own))
    .sort(([a, one], [b, other]) => (place(a, one) < place(b, other) ? -1 : 1))
    .flatMap(([id, { address, version }]) =>
      address !== null && version === managerVersion() ? [{ id, address }] : [],
    );
}
