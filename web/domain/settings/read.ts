import { api } from '../../core/api.ts';
import { errorOf } from '../../core/apiError.ts';
import type { Schemas } from '../../core/schema.ts';

/** The settings of all features, and the version that a change names. */
export interface VersionedSettings {
  settings: Schemas['Settings'];
  etag: string;
}

type Answer = Promise<{ data?: Schemas['Settings']; error?: unknown; response: Response }>;

export function readSettings(signal?: AbortSignal): Promise<VersionedSettings> {
  return versioned(api.GET('/api/v1/settings', { signal }));
}

/** Saves the named fields alone. 412 `PRECONDITION_FAILED`: somebody has changed settings since `etag`. */
export function saveSettings(
  body: Schemas['UpdateSettingsRequest'],
  etag: string,
): Promise<VersionedSettings> {
  return versioned(api.PUT('/api/v1/settings', { params: { header: { 'If-Match': etag } }, body }));
}

async function versioned(call: Answer): Promise<VersionedSettings> {
  const { data, error, response } = await call;
  const etag = response.headers.get('etag');
  if (!data || etag === null) throw errorOf(response, error);
  return { settings: data, etag };
}
