import { isIP } from 'node:net';
import type { Dispatcher } from 'undici';
import { AppError } from '../../shared/wire/appError.ts';
import { transactionScope } from '../db/scope.ts';
import { unlessAborted } from '../unlessAborted.ts';
import { isFlood } from './interim.ts';
import {
  judgedAddresses,
  systemParts,
  type OutboundAddresses,
  type OutboundParts,
  type OutboundTarget,
} from './outboundAddresses.ts';
import { beginningOfBody, decodedBody } from './outboundBody.ts';
import { clientFor } from './outboundClient.ts';
import { OutboundError, failureOf, type OutboundFailure } from './outboundFailure.ts';
import type { OutboundRefusal, Reach } from './outboundPolicy.ts';

/** A call to the outside, with what it may reach and how long it may take. */
export interface OutboundRequest {
  /** http: or https:, without user and password. */
  url: string;
  /** Which addresses the call may go to. */
  reach: Reach;
  /** Refusals that do not count for this call, see OutboundTarget. */
  allow?: readonly OutboundRefusal[];
  /** Default GET. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** Limit of the answer's body, decoded (default 1 MB). */
  maxBytes?: number;
  /** Status and headers are enough: nothing of the body is read, and `body` is empty. */
  skipBody?: boolean;
  /**
   * For callers who need the status and only quote the body: `body` is its beginning, up to this many bytes. A body
   * that is longer, broken, or still on its way when the time is over is no failure.
   */
  quoteBytes?: number;
  /** Time limit of the whole call (default 30,000). */
  timeoutMs?: number;
  /** Time limit between two pieces of the answer (default 10,000). */
  idleMs?: number;
  /** Roots that are trusted instead of the public ones, PEM. */
  ca?: string;
  signal?: AbortSignal;
}

/** What the other side answered, whatever its status. */
export interface OutboundAnswer {
  ok: true;
  /** Redirects are answers too: they are never followed. */
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Decoded. */
  body: Buffer;
  /** The address that was judged and connected to. */
  address: string;
}

/** An answer, or why there is none. */
export type OutboundResult = OutboundAnswer | { ok: false; failure: OutboundFailure };

/** The way to the outside, `ctx.outbound`. */
export interface Outbound {
  /**
   * The one way out for HTTP. The name is resolved once, every address of it is judged, and a connection is made only
   * to such an address: an answer of the DNS that changes meanwhile changes nothing. Never throws for what the other
   * side does, nor for what `url` says; its own time limits hold without a signal too.
   */
  fetch(request: OutboundRequest): Promise<OutboundResult>;
  /**
   * For other protocols (SMTP): the addresses of a name, each judged as those of `fetch` are. The caller connects to
   * one of them, and never resolves the name again.
   */
  addressesOf(target: OutboundTarget): Promise<OutboundAddresses>;
  /**
   * Why `fetch` would not even connect, as far as that can be told now: URL_INVALID or ADDRESS_REFUSED; null: it would,
   * or the name has no address yet. For features that store a URL; `fetch` judges again at each call.
   */
  judge(request: Pick<OutboundRequest, 'url' | 'reach' | 'allow'>): Promise<OutboundFailure | null>;
}

const DEFAULTS = { maxBytes: 1_048_576, timeoutMs: 30_000 };
/** Time limit of a look-up for `judge`; a name that is not found by then is judged when it is called. */
const JUDGE_TIMEOUT_MS = 5_000;
const MAX_URL_LENGTH = 8_192;

export function createOutbound(parts: OutboundParts = systemParts): Outbound {
  return {
    async judge({ url, reach, allow }) {
      refuseInTransaction();
      const signal = AbortSignal.timeout(JUDGE_TIMEOUT_MS);
      try {
        await judgedAddresses(allowing(parts, allow), urlOf(url), { reach, signal });
        return null;
      } catch (error) {
        const failure = failureOf(error, { aborted: false, late: signal.aborted });
        return LASTING.includes(failure.reason) ? failure : null;
      }
    },
    async fetch(request) {
      refuseInTransaction();
      const { timeoutMs = DEFAULTS.timeoutMs, signal } = request;
      const late = AbortSignal.timeout(timeoutMs);
      const both = signal ? AbortSignal.any([late, signal]) : late;
      try {
        return await exchange(parts, request, both);
      } catch (error) {
        return {
          ok: false,
          failure: failureOf(error, { aborted: signal?.aborted ?? false, late: late.aborted }),
        };
      }
    },
    async addressesOf({ hostname, reach, allow, signal }) {
      refuseInTransaction();
      try {
        // The parser of URLs turns odd spellings of addresses into the usual ones.
        const url = hostname === '' ? null : URL.parse(`http://${bracketed(hostname)}/`);
        if (!url || url.pathname !== '/' || url.username !== '' || url.port !== '')
          throw new OutboundError('URL_INVALID', 'This is no name of a host.');
        const addresses = await judgedAddresses(allowing(parts, allow), url, { reach, signal });
        return { ok: true, addresses: addresses as [string, ...string[]] };
      } catch (error) {
        return { ok: false, failure: failureOf(error, { aborted: signal.aborted, late: false }) };
      }
    },
  };
}

/** Throws URL_REFUSED for an address that the manager would never call. Each call judges it again. */
export async function requireCallable({ judge }: Pick<Outbound, 'judge'>, url: string): Promise<void> {
  const failure = await judge({ url, reach: 'network' });
  if (failure) throw new AppError('URL_REFUSED', { message: failure.message });
}

function allowing(parts: OutboundParts, allow: readonly OutboundRefusal[] = []): OutboundParts {
  if (allow.length === 0) return parts;
  return {
    ...parts,
    judge(address, reach) {
      const refusal = parts.judge(address, reach);
      return refusal !== null && allow.includes(refusal) ? null : refusal;
    },
  };
}

const TOO_MANY_INTERIM = 'The other side sent one interim answer after the other.';
const LASTING: readonly OutboundFailure['reason'][] = ['URL_INVALID', 'ADDRESS_REFUSED'];

const bracketed = (hostname: string): string => (isIP(hostname) === 6 ? `[${hostname}]` : hostname);

function refuseInTransaction(): void {
  const scope = transactionScope.getStore();
  if (!scope?.open) return;
  throw new Error(`The outside was called inside transaction "${scope.name}": write to the outbox instead.`);
}

async function exchange(
  parts: OutboundParts,
  request: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  const url = urlOf(request.url);
  const { reach, allow } = request;
  const addresses = await judgedAddresses(allowing(parts, allow), url, { reach, signal });
  const used = { address: '' };
  const client = clientFor(url, { addresses, used, ...request });
  try {
    const { method = 'GET', body, headers = {} } = request;
    const flooded = new AbortController();
    const either = AbortSignal.any([signal, flooded.signal]);
    let interim = 0;
    const sent = client.request({
      path: `${url.pathname}${url.search}`,
      method,
      body,
      headers: { 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'fleetmend', ...headers },
      signal: either,
      onInfo: () => {
        if (isFlood(++interim)) flooded.abort(new OutboundError('ANSWER_BROKEN', TOO_MANY_INTERIM));
      },
    });
    // Until it is connected the client ignores the signal: a peer that never greets would get 8 s.
    const answer = await unlessAborted(sent, either);
    return {
      ok: true,
      status: answer.statusCode,
      headers: answer.headers,
      body: await bodyOf(answer, { ...request, method }, signal),
      address: used.address,
    };
  } finally {
    // Drops whatever is still on its way: a body that was too long, or not asked for.
    await client.destroy().catch(() => undefined);
  }
}

async function bodyOf(
  { body, headers, statusCode }: Dispatcher.ResponseData,
  { method, skipBody, quoteBytes, maxBytes = DEFAULTS.maxBytes }: OutboundRequest,
  signal: AbortSignal,
): Promise<Buffer> {
  const isEmpty = skipBody || method === 'HEAD' || statusCode === 204 || statusCode === 304;
  if (isEmpty) return Buffer.alloc(0);
  const encoding = headers['content-encoding'];
  if (quoteBytes !== undefined) return beginningOfBody(body, encoding, { maxBytes: quoteBytes, signal });
  return decodedBody(body, encoding, { maxBytes, signal });
}

function urlOf(text: string): URL {
  const url = text.length <= MAX_URL_LENGTH ? URL.parse(text) : null;
  if (!url) throw new OutboundError('URL_INVALID', 'The address is not a valid URL.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new OutboundError('URL_INVALID', 'The address must begin with http:// or https://.');
  if (url.username !== '' || url.password !== '')
    throw new OutboundError('URL_INVALID', 'The address must not hold a user name or a password.');
  return url;
}
