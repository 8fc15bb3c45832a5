import type { IncomingMessage } from 'node:http';
import passport from 'passport';
import { AppError } from '#server/shared/wire/appError.ts';
import type { Actor } from '#server/kernel/security/actor.ts';
import type { StrategyOutcome, Verifier } from '../api.ts';

export interface Verifiers {
  add(verifier: Verifier): void;
  /** The actor of the request's credential; null: the request has none. Throws UNAUTHENTICATED. */
  actorOf(req: IncomingMessage): Promise<Actor | null>;
  ask(name: string, req: IncomingMessage, options?: object): Promise<StrategyOutcome>;
  /** The present actor of a tool's token; null: no longer valid. */
  recheck(actor: Actor): Promise<Actor | null>;
}

/** Keeps the strategies in its own Passport instance: the process's default instance is shared. */
export function createVerifiers(): Verifiers {
  const own = new passport.Passport();
  const known = new Map<string, Verifier>();

  const run = (names: readonly string[], req: IncomingMessage, options: object): Promise<StrategyOutcome> =>
    new Promise((resolve, reject) => {
      const decided = (error: unknown, user: unknown, info: unknown): void => {
        if (error) reject(error instanceof Error ? error : new Error(String(error)));
        else resolve(user ? { kind: 'success', user, info } : { kind: 'failure', challenge: info });
      };
      // A strategy that passes has decided nothing, which counts as a refusal.
      const passed = (error?: unknown): void => decided(error, false, undefined);
      const handler = own.authenticate([...names], { ...options, session: false }, decided as never) as (
        req: IncomingMessage,
        res: object,
        next: (error?: unknown) => void,
      ) => void;
      handler(req, redirectCatcher(resolve), passed);
    });

  return {
    add(verifier) {
      if (known.has(verifier.name)) throw new Error(`two verifiers have the name ${verifier.name}`);
      known.set(verifier.name, verifier);
      own.use(verifier.name, verifier.strategy);
    },
    async actorOf(req) {
      const judges = judgesOf(req, [...known.values()]);
      if (judges === null) return null;
      const outcome = await run(judges, req, {});
      if (outcome.kind === 'failure') throw refused('invalid_token');
      if (outcome.kind === 'success' && isActor(outcome.user)) return outcome.user;
      throw new Error(`the verifiers ${judges.join(', ')} said yes and gave no actor`);
    },
    ask(name, req, options = {}) {
      if (!known.has(name)) throw new Error(`there is no verifier ${name}`);
      return run([name], req, options);
    },
    async recheck(actor) {
      for (const { recheck } of known.values()) {
        const now = recheck ? await recheck(actor) : null;
        if (now) return now;
      }
      return null;
    },
  };
}

/**
 * Names of the verifiers that recognise the request's credential by its form, in the order of their registration;
 * null: it has none. Throws for a credential that no verifier recognises, and for two: they could name two callers.
 */
function judgesOf(req: IncomingMessage, verifiers: readonly Verifier[]): string[] | null {
  const carried = new Map<string, string[]>();
  for (const { name, credentialOf } of verifiers) {
    const credential = credentialOf?.(req) ?? null;
    if (credential !== null) carried.set(credential, [...(carried.get(credential) ?? []), name]);
  }
  const headers = req.headersDistinct.authorization ?? [];
  const unknown = headers.filter((header) => ![...carried.keys()].some((text) => header.includes(text)));
  if (carried.size + unknown.length === 0) return null;
  const [judges] = carried.values();
  if (!judges || unknown.length > 0) throw refused(judges ? 'invalid_request' : 'invalid_token');
  if (carried.size > 1 || headers.length > 1) throw refused('invalid_request');
  return judges;
}

/** RFC 6750, section 3.1. */
function refused(error: 'invalid_token' | 'invalid_request'): AppError {
  return new AppError('UNAUTHENTICATED', {
    ...(error === 'invalid_request' ? { message: 'The request carries more than one credential.' } : {}),
    headers: { 'WWW-Authenticate': `Bearer error="${error}"` },
  });
}

const CALLERS: ReadonlySet<unknown> = new Set(['user', 'token']);

function isActor(value: unknown): value is Actor {
  return typeof value === 'object' && value !== null && 'kind' in value && CALLERS.has(value.kind);
}

/** Stands in for the response, which only the route may write; catches the redirect that passport writes to it. */
function redirectCatcher(resolve: (outcome: StrategyOutcome) => void): object {
  let url = '';
  const response = {
    statusCode: 302,
    setHeader(name: string, value: unknown) {
      if (name.toLowerCase() === 'location') url = String(value);
    },
    end: () => resolve({ kind: 'redirect', url, status: response.statusCode }),
  };
  return response;
}
