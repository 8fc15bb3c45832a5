import { api, must } from '../../../web/core/api.ts';
import { ApiError } from '../../../web/core/apiError.ts';
import { isUnreachable } from '../../../web/core/reading.ts';
import type { Schemas } from '../../../web/core/schema.ts';

export type WebTls = Schemas['WebTls'];
export type Choice = 'internal_ca' | 'custom';

/** The manager closes a connection that shows the former certificate; a browser may hold several. */
const TRIES = 8;
const PAUSE_MS = 250;

export const readWebTls = (signal?: AbortSignal): Promise<WebTls> =>
  must(api.GET('/api/v1/settings/web-tls', { signal }));

/** Chooses another certificate; it shows at once and is not confirmed yet. */
export async function choose(strategy: Choice): Promise<void> {
  await must(api.PUT('/api/v1/settings', { body: { web_tls_strategy: strategy } }));
}

/** Confirms a change, over new connections until one shows the new certificate. Null: no connection did. */
export async function confirm(): Promise<WebTls | null> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await must(api.POST('/api/v1/settings/web-tls/confirm'));
    } catch (error) {
      if (left > 1 && isOldConnection(error)) await new Promise((done) => setTimeout(done, PAUSE_MS));
      else if (isUnreachable(error) || isOldConnection(error)) return null;
      else throw error;
    }
  }
}

const isOldConnection = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'TLS_NOT_CONFIRMED';
