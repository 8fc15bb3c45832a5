import type { IncomingMessage } from 'node:http';
import { AppError, type Context, http, waitError } from '#sdk';
import { standing, STREAM } from './access.ts';
import type { Admitted } from './client.ts';
import { takeTicket } from './tickets.ts';

const WRONG_TICKETS = { max: 60, windowSecs: 60 };

/** What judging a connection needs, besides the request. */
export interface AdmissionParts {
  ctx: Context;
  /** The caller's address, as the request pipeline finds it. */
  callerOf(req: IncomingMessage): string;
}

/**
 * Judges a connection by address list, Origin and ticket, in this order, so that a page of another site cannot even use
 * a ticket up; then by what plugins demand of its actor. Throws FORBIDDEN, TICKET_INVALID, RATE_LIMITED, and what the
 * address list and those plugins throw.
 */
export async function admit(parts: AdmissionParts, req: IncomingMessage): Promise<Admitted> {
  const { ctx } = parts;
  const address = await admitRequest(parts, req);
  const actor = await takeTicket(ctx, http.urlOfRequest(req)?.searchParams.get('ticket') ?? '');
  const [now] = actor ? await standing(ctx, [actor]) : [];
  if (now) {
    await ctx.hooks.ask('http.beforeOperation', {
      operationId: 'openJobStream',
      permission: 'ticket',
      actor: now,
      address,
    });
    return { actor: now, address };
  }
  await countWrongTicket(ctx, address);
  throw new AppError('TICKET_INVALID');
}

/** Judges address and Origin, of the follow-up requests of a session too. Returns the caller's address. */
export async function admitRequest({ ctx, callerOf }: AdmissionParts, req: IncomingMessage): Promise<string> {
  const address = callerOf(req);
  await ctx.hooks.ask('http.beforeRequest', { ...STREAM, address });
  if (!isOriginAllowed(req, ctx.config.publicUrl))
    throw new AppError('FORBIDDEN', { message: 'Pages of another origin may not connect.' });
  return address;
}

/** Counts a wrong ticket, or a wrong session id, which is as good a guess. Throws RATE_LIMITED. */
export async function countWrongTicket(ctx: Context, address: string): Promise<void> {
  const waitSecs = await ctx.limits.hit(`live:wrongTicket:${http.limitKey(address)}`, WRONG_TICKETS);
  if (waitSecs !== null) throw waitError('RATE_LIMITED', waitSecs);
}

/**
 * Tools send no Origin; a browser cannot leave it out. The scheme counts, for a page that came over plain HTTP may
 * be anybody's; where this listener has no TLS itself, a proxy in front may have it.
 */
export function isOriginAllowed(req: IncomingMessage, publicUrl: string | null): boolean {
  const { origin, host } = req.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin).origin;
  if (publicUrl !== null && page === new URL(publicUrl).origin) return true;
  const schemes = 'encrypted' in req.socket && req.socket.encrypted === true ? ['https'] : ['http', 'https'];
  return schemes.some((scheme) => {
    const own = `${scheme}://${host ?? ''}`;
    return URL.canParse(own) && new URL(own).origin === page;
  });
}
