import { readFileSync } from 'node:fs';
import path from 'node:path';
import { format, type FormatConfig } from 'oxfmt';

const settingsFile = path.resolve(import.meta.dirname, '../.oxfmtrc.json');

/** A text as the formatter would write it into this file, by the project's settings. Throws if it is not of that kind. */
export async function formatted(file: string, text: string): Promise<string> {
  const settings = JSON.parse(readFileSync(settingsFile, 'utf8')) as FormatConfig & {
    ignorePatterns: unknown;
  };
  const { ignorePatterns: _, ...options } = settings;
  const { code, errors } = await format(path.basename(file), text, options);
  if (errors.length > 0) throw new Error(`${file} cannot be formatted: ${JSON.stringify(errors)}`);
  return code;
}
