import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Logger } from 'pino';
import type { FileBody } from '../../shared/wire/dispatch.ts';

/** What a handler answers. */
export interface SentReply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** Sends it, unless the handler has answered by itself. A file that breaks off ends the connection. */
export async function reply(res: Response, { status, body, headers }: SentReply, log: Logger): Promise<void> {
  if (res.headersSent) return;
  res.status(status).set(headers ?? {});
  if (body === undefined) return void res.end();
  if (!isFile(body)) return void res.json(body);
  res.type(body.contentType);
  if (body.fileName !== undefined) res.attachment(body.fileName).type(body.contentType);
  if (!(body.data instanceof Readable)) return void res.send(body.data);
  // The head of the answer is already sent, so no error can be answered: the connection ends, and the file stays
  // incomplete.
  await pipeline(body.data, res).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') log.error({ error }, 'a download broke off');
  });
}

function isFile(body: unknown): body is FileBody {
  return typeof body === 'object' && body !== null && 'contentType' in body && 'data' in body;
}
