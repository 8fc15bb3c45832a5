import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Context } from '#sdk';
import { judgePair, UnusablePair, type CertificatePair } from '../domain/pair.ts';

/** A long chain has some 10 kB. */
const MAX_BYTES = 262_144;

/** The pair that the configuration names, as its files are now; null: none is named. Throws UnusablePair. */
export function readPair({ config }: Pick<Context, 'config'>, now: Date): CertificatePair | null {
  const { webCertFile, webKeyFile, publicUrl } = config;
  if (webCertFile === null && webKeyFile === null) return null;
  if (webCertFile === null || webKeyFile === null)
    throw new UnusablePair('web_cert_file and web_key_file belong together: one of them is missing.');
  const host = publicUrl === null ? null : new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
  return judgePair({ cert: contentOf(webCertFile), key: contentOf(webKeyFile) }, { now, host });
}

/** Reads at most the limit, whatever the path leads to. */
function contentOf(file: string): string {
  try {
    const open = openSync(file, 'r');
    try {
      if (!fstatSync(open).isFile()) throw new UnusablePair(`${file} is no file.`);
      const bytes = Buffer.alloc(MAX_BYTES + 1);
      const length = readSync(open, bytes);
      if (length > MAX_BYTES) throw new UnusablePair(`${file} is longer than ${MAX_BYTES / 1_024} KiB.`);
      return bytes.toString('latin1', 0, length);
    } finally {
      closeSync(open);
    }
  } catch (error) {
    if (error instanceof UnusablePair) throw error;
    throw new UnusablePair(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}.`);
  }
}
