import type { RequestListener, ServerResponse } from 'node:http';
import { v7 as uuid } from 'uuid';
import type { Logger } from 'pino';
import { namesOneHost, originForm } from '../../shared/wire/requestTarget.ts';
import { maskUrl } from './maskUrl.ts';

const SHOWN_CHARS = 100;

/**
 * Answers 400 to requests whose target names no path (`//`, `*`), or that have two Host headers, before anything reads
 * the target as a URL: Express and what it uses judge such a target each in its own way, or throw. An absolute target
 * is passed on as its path.
 */
export function refuseOddTargets(app: RequestListener, log: Logger): RequestListener {
  return (req, res) => {
    const path = namesOneHost(req.rawHeaders) ? originForm(req.url) : null;
    if (path === null) return refuse(res, log, req.url ?? '');
    req.url = path;
    app(req, res);
  };
}

function refuse(res: ServerResponse, log: Logger, target: string): void {
  const requestId = uuid();
  log.info(
    { requestId, status: 400, target: maskUrl(target).slice(0, SHOWN_CHARS) },
    'a request names no path, or two hosts',
  );
  const message = 'The request names no path, or more than one host.';
  const body = JSON.stringify({ error: { code: 'VALIDATION_FAILED', message, request_id: requestId } });
  res.writeHead(400, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    // Nobody reads the rest of the request's body.
    Connection: 'close',
  });
  res.end(body);
}
