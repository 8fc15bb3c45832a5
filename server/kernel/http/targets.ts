import type { RequestListener, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { AppError } from '../../shared/wire/appError.ts';
import { namesOneHost, originForm } from '../../shared/wire/requestTarget.ts';
import { maskUrl } from './maskUrl.ts';
import { unparsedAnswer } from './unparsed.ts';

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

const REFUSED = new AppError('VALIDATION_FAILED', {
  message: 'The request names no path, or more than one host.',
});

function refuse(res: ServerResponse, log: Logger, target: string): void {
  const { requestId, status, headers, body } = unparsedAnswer(REFUSED);
  log.info(
    { requestId, status, target: maskUrl(target).slice(0, SHOWN_CHARS) },
    'a request names no path, or two hosts',
  );
  res.writeHead(status, headers);
  res.end(body);
}
