import express, { type Request, type RequestHandler } from 'express';
import type { OperationRow } from '../../shared/wire/dispatch.ts';
import { AppError, validationError } from '../../shared/wire/appError.ts';
import { OPEN_PERMISSIONS } from '../security/actor.ts';
import { stateOf } from './state.ts';

/** Limit for callers who are signed in; compressed bodies are measured unpacked. */
const BODY_BYTES = 1024 * 1024;
/** Limit for everybody else: the contract's largest body of a public operation fits. */
const PUBLIC_BODY_BYTES = 16 * 1024;

/**
 * Reads JSON bodies, and notes their size. A caller who has not signed in must cost little, so bodies to public
 * operations are small and never unpacked.
 */
export function readBody(): RequestHandler[] {
  const verify = (req: Parameters<typeof stateOf>[0], _res: unknown, body: Buffer): void => {
    stateOf(req).bodyBytes = body.length;
  };
  const ofAnybody = express.json({ limit: PUBLIC_BODY_BYTES, inflate: false, verify });
  const ofCallers = express.json({ limit: BODY_BYTES, verify });
  return [
    (req, res, next) => {
      const { rawBodyBytes } = stateOf(req).operation ?? {};
      if (rawBodyBytes !== undefined) {
        refuseUnreadable(req, rawBodyBytes);
        // For the validator; the handler gets the stream.
        req.body = '';
        return next();
      }
      if (!isPublic(req)) return ofCallers(req, res, next);
      if (req.headers['content-encoding'] !== undefined)
        throw new AppError('UNSUPPORTED_MEDIA_TYPE', {
          message: 'Send the body of this request uncompressed.',
        });
      ofAnybody(req, res, next);
    },
    refuseOddJson,
    simplifyContentType,
  ];
}

function refuseUnreadable(req: Request, maxBytes: number): void {
  if (req.headers['content-encoding'] !== undefined)
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', { message: 'Send the file as it is, without an encoding.' });
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

const tooLarge = (maxBytes: number): AppError =>
  new AppError('PAYLOAD_TOO_LARGE', { message: `The file is larger than ${maxBytes} bytes.` });

/** The body for the handler: what was read, or the stream of a file. */
export function bodyOf(req: Request, { rawBodyBytes }: OperationRow): unknown {
  return rawBodyBytes === undefined ? (req.body as unknown) : rawBody(req, rawBodyBytes);
}

/** Leaves the connection open when the reader stops early, so that the caller can be told why. */
async function* rawBody(req: Request, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  const pieces = req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  try {
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      yield piece;
    }
  } catch (error) {
    if (!req.errored) throw error;
    throw new AppError('VALIDATION_FAILED', { message: 'The upload broke off.' }, { cause: error });
  } finally {
    // Node does not drain a body of which a part was read, and the sender may read no answer before all is sent.
    if (!req.readableEnded) req.resume();
  }
}

const isPublic = (req: Request): boolean => OPEN_PERMISSIONS.has(stateOf(req).operation?.permission ?? '');

/** Levels of objects and lists in a body: code that walks through one may call itself so deep. */
const MAX_LEVELS = 64;
/** A text of several lines has tabs and ends of lines. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/**
 * Refuses what no later step should meet: bodies nested deeper than people write, halves of characters, and control
 * characters. JSON can name halves (`"\\ud800"`); the canonical form of the audit log and of the hashes of
 * requests has none, and a database stores them as another character. An escape in a name or a reason would be carried
 * out by the terminal of whoever reads it with a tool, and a NUL ends it for some readers.
 */
const refuseOddJson: RequestHandler = (req, _res, next) => {
  // A list instead of recursion, because a body may be nested any number of levels deep.
  const left: [value: unknown, level: number][] = [[req.body, 0]];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    const [value, level] = one;
    if (typeof value === 'string' && !value.isWellFormed())
      throw validationError([{ path: '/body', message: 'must not hold half of a surrogate pair' }]);
    if (typeof value === 'string' && CONTROLS.test(value))
      throw validationError([
        { path: '/body', message: 'must not hold control characters but tabs and ends of lines' },
      ]);
    if (typeof value !== 'object' || value === null) continue;
    if (level >= MAX_LEVELS)
      throw validationError([
        { path: '/body', message: `must not be nested deeper than ${MAX_LEVELS} levels` },
      ]);
    for (const [key, item] of Object.entries(value)) left.push([key, level], [item, level + 1]);
  }
  next();
};

/**
 * For each content type that it has not met, parameters included, the validator compiles rules anew (some 100 ms, and
 * keeps them for ever), so it gets to see only two. The parameters of JSON were checked when the body was read.
 */
const simplifyContentType: RequestHandler = (req, _res, next) => {
  const type = req.headers['content-type'];
  if (type !== undefined)
    req.headers['content-type'] =
      type.split(';', 1)[0]?.trim().toLowerCase() === 'application/json'
        ? 'application/json'
        : 'application/octet-stream';
  next();
};
