import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Logger } from 'pino';
import type { FileBody, OperationRow } from '../../shared/wire/dispatch.ts';
import { etagOf } from './etag.ts';

/** What a handler answers. */
export interface SentReply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/**
 * The headers that follow from the answer itself: `ETag` of what people edit, and `Location` of what was made or has
 * begun, whose id is in the answer.
 */
export function headersOf(
  { location }: Pick<OperationRow, 'location'>,
  params: Readonly<Record<string, string>>,
  { status, body }: SentReply,
): Record<string, string> {
  if (status >= 300 || !isRecord(body) || isFile(body)) return {};
  const { edit_version: version } = body;
  const path =
    location !== undefined && (status === 201 || status === 202) ? filled(location, params, body) : null;
  return {
    ...(typeof version === 'number' ? { ETag: etagOf(version) } : {}),
    ...(path === null ? {} : { Location: path }),
  };
}

/** The last parameter is of the thing that the answer is about, those before it are of the call. */
function filled(
  template: string,
  params: Readonly<Record<string, string>>,
  body: Readonly<Record<string, unknown>>,
): string | null {
  const names = Array.from(template.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  const last = names.at(-1) ?? '';
  const noun = body[last.replace(/_id$/, '')];
  const own =
    body[last] ?? (isRecord(noun) ? noun['id'] : undefined) ?? body[last.endsWith('_name') ? 'name' : 'id'];
  const values: Record<string, unknown> = { ...params, ...(own === undefined ? {} : { [last]: own }) };
  if (names.some((name) => typeof values[name] !== 'string')) return null;
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
