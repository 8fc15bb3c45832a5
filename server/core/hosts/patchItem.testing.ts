import type { PatchItem } from './api.ts';

/** A pending security patch from 1 to 2; `more` is what the test is about. */
export const patchItem = (name: string, more: Partial<PatchItem> = {}): PatchItem => ({
  name,
  arch: 'amd64',
  current_version: '1',
  available_version: '2',
  security: true,
  security_version: null,
  severity: null,
  advisories: [],
  origin: null,
  download_size_bytes: 1,
  held: false,
  phased: false,
  kept_back_reason: null,
  ...more,
});
