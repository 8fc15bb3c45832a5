import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OutboundError } from './outboundFailure.ts';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};

/** The unpacked body; it is counted while it is unpacked, so that a decompression bomb ends early. */
export async function decodedBody(
  body: Readable,
  encoding: string | string[] | undefined,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<Buffer> {
  const decoder = decoderOf(encoding);
  const chunks: Buffer[] = [];
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) chunks.push(chunk);
  };
  const limited = limitedTo(maxBytes);
  if (decoder) await pipeline(body, limited, decoder, limited, collect, { signal });
  else await pipeline(body, limited, collect, { signal });
  return Buffer.concat(chunks);
}

/**
 * The part of the body that has come before `signal` aborts, up to `maxBytes`, for a sentence that quotes it. Never
 * throws, whatever is wrong with the rest.
 */
export async function beginningOfBody(
  body: Readable,
  encoding: string | string[] | undefined,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Without a listener an error of a body that nobody reads would end the process.
  body.on('error', () => undefined);
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxBytes) return;
    }
  };
  try {
    const decoder = decoderOf(encoding);
    if (decoder) await pipeline(body, decoder, collect, { signal });
    else await pipeline(body, collect, { signal });
  } catch {
    // How it ended does not matter: the caller drops the connection.
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** Used on the packed and on the unpacked bytes: packed bytes that unpack to nothing could go on for ever too. */
function limitedTo(maxBytes: number) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes)
        throw new OutboundError('TOO_LARGE', `The answer has more than ${maxBytes} bytes.`);
      yield chunk;
    }
  };
}

/** Takes one encoding at most: nested ones are of use only to makers of bombs. */
function decoderOf(encoding: string | string[] | undefined): Transform | null {
  const name = String(encoding ?? 'identity')
    .trim()
    .toLowerCase();
  if (name === 'identity' || name === '') return null;
  const make = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
  if (!make)
    throw new OutboundError('ENCODING_UNKNOWN', 'The answer is packed in a way that was not asked for.');
  return make();
}
