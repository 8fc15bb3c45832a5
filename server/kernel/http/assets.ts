import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Request, Response } from 'express';

/**
 * Allows nothing inline and nothing from elsewhere; components construct their style sheets, which `style-src` allows.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.md': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};

/** The one with the smaller results first. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** A file that browsers are sent, with what it was compressed to when it was built. */
export interface Asset {
  type: string;
  /** Weak: one for the plain bytes and the encoded ones (RFC 9110, 8.8.1). */
  etag: string;
  /** Its name holds a hash of its content, so it never changes. */
  isImmutable: boolean;
  plain(): Buffer;
  encoded: Partial<Record<Encoding, Buffer>>;
}

/**
 * Answers the files of a folder that was built (it has a `.stamp`) by their names in there, or null. Nothing is read
 * before somebody asks for it, so that a start does not wait for hundreds of files, and each file is read once, until
 * the folder is built anew. Only names that the folder holds are answered.
 */
export function builtFiles(dist: string): (name: string) => Asset | null {
  let builtAt: number | null = null;
  let assets = new Map<string, Asset | null>();
  return (name) => {
    const at = statSync(path.join(dist, '.stamp'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (at !== builtAt) {
      assets = new Map(namesIn(dist).map((known) => [known, null]));
      builtAt = at;
    }
    if (!assets.has(name)) return null;
    const asset = assets.get(name) ?? readAsset(dist, name);
    assets.set(name, asset);
    return asset;
  };
}

/** Names of the files, without the endings of what was compressed. */
const namesIn = (dist: string): string[] =>
  existsSync(path.join(dist, '.stamp'))
    ? readdirSync(dist, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
        .map((entry) =>
          path.relative(dist, path.join(entry.parentPath, entry.name)).replace(/\.(br|gz)$/, ''),
        )
    : [];

/** What of a folder is served, by its name in there: a file, the compressed ones beside it, or one kept only compressed. */
function readAsset(dist: string, name: string): Asset {
  const file = path.join(dist, name);
  const read = (ending: string): Buffer | undefined =>
    existsSync(file + ending) ? readFileSync(file + ending) : undefined;
  const [data, br] = [read(''), read('.br')];
  const asset = assetOf(name, data ?? br ?? readFileSync(file));
  return {
    ...asset,
    plain: data ? asset.plain : decompressed(asset.plain()),
    isImmutable: /(?:^|\/)assets\//.test(name),
    encoded: { br, gzip: read('.gz') },
  };
}

/** A caller that takes no brotli is a tool; what it asks for is decompressed when the first one does. */
function decompressed(data: Buffer): () => Buffer {
  let plain: Buffer | null = null;
  return () => (plain ??= brotliDecompressSync(data));
}

/** An asset that is not compressed and may change under its name. */
export function assetOf(name: string, data: Buffer): Asset {
  return {
    type: TYPES[path.extname(name)] ?? 'application/octet-stream',
    etag: `W/"${createHash('sha256').update(data).digest('base64url').slice(0, 22)}"`,
    isImmutable: false,
    plain: () => data,
    encoded: {},
  };
}

/** Answers with the asset in the caller's encoding, or 304 where the caller has it already. */
export function sendAsset(req: Request, res: Response, asset: Asset): void {
  res.set({
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'Cache-Control': asset.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    Vary: 'Accept-Encoding',
    ETag: asset.etag,
  });
  if (req.headers['if-none-match'] === asset.etag) return void res.status(304).end();
  const encoding = ENCODINGS.find((name) => asset.encoded[name] && req.acceptsEncodings(name));
  if (encoding) res.set('Content-Encoding', encoding);
  res.set('Content-Type', asset.type);
  res.send(encoding ? asset.encoded[encoding] : asset.plain());
}
