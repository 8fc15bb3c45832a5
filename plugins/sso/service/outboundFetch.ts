import type { CustomFetch, CustomFetchOptions } from 'openid-client';
import type { http } from '#sdk';
import { ProviderError } from './providerError.ts';

/** The most bytes of one answer. Most are a few kilobytes; a token of somebody in 10,000 groups is half a megabyte. */
const MAX_BYTES = 2 * 1024 * 1024;
const NO_BODY: readonly number[] = [101, 204, 205, 304];

/**
 * Fetch for openid-client through the manager's outbound client: only to judged addresses (private ranges are allowed,
 * for there are internal providers), never following redirects, with size and time limited. Throws a ProviderError.
 */
export function outboundFetch(outbound: http.Outbound, timeoutMs: number): CustomFetch {
  return async (url, options) => {
    // A provider's answers give rights, so it must be called with encryption.
    if (URL.parse(url)?.protocol !== 'https:')
      throw new ProviderError('address', 'The provider names an address that does not start with https://.');
    const answer = await outbound.fetch({
      url,
      reach: 'network',
      method: options.method === 'POST' ? 'POST' : 'GET',
      headers: options.headers,
      body: bodyOf(options.body),
      maxBytes: MAX_BYTES,
      timeoutMs,
      idleMs: timeoutMs,
      ...(options.signal ? { signal: options.signal } : {}),
    });
    if (!answer.ok) {
      const { reason, message } = answer.failure;
      const isAddress = reason === 'ADDRESS_REFUSED' || reason === 'URL_INVALID';
      throw new ProviderError(isAddress ? 'address' : 'unreachable', message);
    }
    const type = answer.headers['content-type'];
    return new Response(NO_BODY.includes(answer.status) ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: typeof type === 'string' ? { 'content-type': type } : {},
    });
  };
}

function bodyOf(body: CustomFetchOptions['body']): http.OutboundRequest['body'] {
  if (body === null || body === undefined) return undefined;
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new Error('openid-client sent a body of a kind that is not foreseen');
}
