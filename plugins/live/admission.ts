import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { AppError, type Actor, type Context, urlOfTarget } from '../../server/plugin.ts';
import { takeTicket } from './tickets.ts';

const WRONG_TICKETS = { max: 60, windowSecs: 60 };

/** Null where the target of the request names no path. Never throws: it is asked of every request that comes. */
export const urlOf = (req: IncomingMessage): URL | null => urlOfTarget(req.url);

/**
 * Whom a connection belongs to: address list, Origin and ticket, in this order, so that a page of another site
 * cannot even use a ticket up. Throws FORBIDDEN, TICKET_INVALID, RATE_LIMITED.
 */
export async function admit(ctx: Context, req: IncomingMessage): Promise<Actor> {
  const address = await admitRequest(ctx, req);
  const actor = await takeTicket(ctx, urlOf(req)?.searchParams.get('ticket') ?? '');
  if (actor && (await isStillIn(ctx, actor))) return actor;
  const waitSecs = await ctx.limits.hit(`live:wrongTicket:${address}`, WRONG_TICKETS);
  if (waitSecs !== null) throw new AppError('RATE_LIMITED', { headers: { 'Retry-After': String(waitSecs) } });
  throw new AppError('TICKET_INVALID');
}

/** For the follow-up requests of a session too. Returns the caller's address. */
export async function admitRequest(ctx: Context, req: IncomingMessage): Promise<string> {
  const address = addressOf(req, ctx.config.trustedProxies);
  try {
    await ctx.hooks.ask('http.beforeRequest', { address, permission: 'ticket' });
  } catch (cause) {
    throw new AppError('FORBIDDEN', { message: 'This address may not connect.' }, { cause });
  }
  if (!isOriginAllowed(req, ctx.config.publicUrl))
    throw new AppError('FORBIDDEN', { message: 'Pages of another origin may not connect.' });
  return address;
}

/** Tools send no Origin; a browser cannot leave it out. */
export function isOriginAllowed(req: IncomingMessage, publicUrl: string | null): boolean {
  const { origin, host } = req.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  if (publicUrl !== null && new URL(origin).origin === new URL(publicUrl).origin) return true;
  return new URL(origin).host === host;
}

/** Whether the session behind an open connection still stands: the user is there, enabled, in the same role. */
export async function isStillIn(ctx: Context, actor: Actor): Promise<boolean> {
  if (actor.kind !== 'user' || actor.id === null || actor.sessionId === null) return true;
  const user = await ctx.core.identity.sessions.userOf(actor.id, actor.sessionId);
  return user !== null && user.role === actor.role;
}

/** X-Forwarded-For counts from trusted proxies only, read from the right. */
export function addressOf(req: IncomingMessage, trustedProxies: readonly string[]): string {
  const hops = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  let address = normal(req.socket.remoteAddress ?? '');
  while (hops.length > 0 && isTrusted(address, trustedProxies)) address = normal(hops.pop() ?? '');
  return address;
}

const normal = (text: string): string => (ipaddr.isValid(text) ? ipaddr.process(text).toString() : text);

function isTrusted(address: string, proxies: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return proxies.some((proxy) => {
    if (!proxy.includes('/')) return normal(proxy) === address;
    const range = ipaddr.parseCIDR(proxy);
    return range[0].kind() === parsed.kind() && parsed.match(range);
  });
}
