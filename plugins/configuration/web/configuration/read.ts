import { api, must } from '#web/core/api.ts';
import type { Schemas } from '#web/core/schema.ts';
import { texts } from './texts.ts';

export type Difference = Schemas['ConfigurationDifference'];
export type ConfigurationFile = Schemas['ConfigurationFile'];

/** What was compared, to be sent back with the hash. */
export interface Compared {
  file: ConfigurationFile;
  makeEqual: boolean;
  difference: Difference;
}

const MAX_BYTES = 1_000_000;

/** A file that cannot be sent; the message is for people. */
export class UnreadableFile extends Error {}

/** Parses the file, whose content the manager judges. Throws UnreadableFile. */
export async function readFile(file: File): Promise<ConfigurationFile> {
  if (file.size > MAX_BYTES) throw new UnreadableFile(texts.tooLarge);
  try {
    return JSON.parse(await file.text()) as ConfigurationFile;
  } catch (error) {
    throw new UnreadableFile(texts.notJson(error instanceof Error ? error.message : ''));
  }
}

export async function compare(file: ConfigurationFile, makeEqual: boolean): Promise<Compared> {
  const body = { file, make_equal: makeEqual };
  return { file, makeEqual, difference: await must(api.POST('/api/v1/configuration/plan', { body })) };
}

export function apply({ file, makeEqual, difference: { hash } }: Compared): Promise<Difference> {
  return must(api.POST('/api/v1/configuration/import', { body: { file, make_equal: makeEqual, hash } }));
}

export const changesOf = ({ parts }: Difference): number =>
  parts.reduce((sum, { changes }) => sum + changes.length, 0);
