import { api } from '../../core/api.ts';
import { ApiError } from '../../core/apiError.ts';
import { versioned } from '../../core/edits.ts';
import type { Schemas } from '../../core/schema.ts';
import { isSame, type Draft, type Values } from './draft.ts';
import type { SettingsSection } from './section.ts';

/** The settings of all features, and the version that a change must name. */
export interface VersionedSettings {
  settings: Schemas['Settings'];
  etag: string;
}

export function readSettings(signal?: AbortSignal): Promise<VersionedSettings> {
  return versioned('settings', api.GET('/api/v1/settings', { signal }));
}

/** Saves the named fields alone. Throws 412 `PRECONDITION_FAILED`: somebody has changed settings since `etag`. */
export function saveSettings(
  body: Schemas['UpdateSettingsRequest'],
  etag: string,
): Promise<VersionedSettings> {
  return versioned(
    'settings',
    api.PUT('/api/v1/settings', { params: { header: { 'If-Match': etag } }, body }),
  );
}

type Key = SettingsSection['key'];

interface SectionsChange {
  /** The changed fields of each section. */
  parts: Partial<Readonly<Record<Key, Draft>>>;
  known: VersionedSettings;
  /** Called with each version that is read on the way, also with the one over which the save fails. */
  is: (now: VersionedSettings) => void;
}

/**
 * Saves fields of sections, all of them or none. One version covers all settings: changes by others elsewhere don't
 * matter, changes in these fields do. Throws ApiError, PRECONDITION_FAILED in that case.
 */
export async function saveSections({ parts, known, is }: SectionsChange): Promise<void> {
  const asked = parts as Schemas['UpdateSettingsRequest'];
  try {
    is(await saveSettings(asked, known.etag));
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'PRECONDITION_FAILED') throw error;
    const now = await readSettings();
    is(now);
    const fields = Object.entries(parts).flatMap(([key, body]) =>
      Object.entries(body).map(([name, value]) => ({
        value,
        before: valuesOf(known, key as Key)[name],
        after: valuesOf(now, key as Key)[name],
      })),
    );
    // Such as after a save that arrived, but whose answer was lost.
    if (fields.every(({ after, value }) => isSame(after, value))) return;
    if (fields.some(({ before, after }) => !isSame(before, after))) throw error;
    is(await saveSettings(asked, now.etag));
  }
}

/** The values of a section. */
export const valuesOf = ({ settings }: VersionedSettings, key: Key): Values =>
  settings[key] as unknown as Values;
