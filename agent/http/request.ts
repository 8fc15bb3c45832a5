/** Turns the raw request into a checked one: query and body, by the contract's validators. */
import type { IncomingMessage } from 'node:http';
import * as bodyValidators from '../../generated/agentBodies.mjs';
import type { Validator, ValidatorIssue } from '../../generated/agentBodies.mjs';
import * as queryValidators from '../../generated/agentQueries.mjs';
import { AppError, validationError } from '../../server/shared/wire/appError.ts';
import type { ValidationIssue } from '../../server/shared/wire/appError.ts';
import { guarded } from '../../server/shared/guarded.ts';
import { namesOneHost, urlOfTarget } from '../../server/shared/wire/requestTarget.ts';

const MAX_BODY_BYTES = 1024 * 1024;

const bodies = bodyValidators as unknown as Readonly<Record<string, Validator | undefined>>;
const queries = queryValidators as unknown as Readonly<Record<string, Validator | undefined>>;

/** The target of a request as a URL; throws VALIDATION_FAILED if it is no path or the request names two hosts. */
export function parseTarget(req: IncomingMessage): URL {
  if (!namesOneHost(req.rawHeaders))
    throw validationError([{ path: '/header/host', message: 'must be given once' }]);
  const url = urlOfTarget(req.url);
  if (!url) throw validationError([{ path: '/path', message: 'is not a path' }]);
  return url;
}

/** The query, checked and coerced; a parameter given twice is refused. */
export function readQuery(operationId: string, search: URLSearchParams): Record<string, unknown> {
  const names = [...search.keys()];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined)
    throw validationError([{ path: `/query/${repeated}`, message: 'must be given once' }]);
  const query: Record<string, unknown> = Object.fromEntries(search);
  const validate = queries[`${operationId}Query`];
  if (validate && !validate(query)) throw validationError(issuesOf(validate.errors, '/query'));
  return query;
}

/** The JSON body, checked; undefined for operations without one. */
export async function readBody(operationId: string, req: IncomingMessage): Promise<unknown> {
  const validate = bodies[`${operationId}Body`];
  const text = hasBody(req) ? await readText(req, validate !== undefined) : '';
  if (!validate) return refuseBody(text);
  if (text === '') throw validationError([{ path: '/body', message: 'a JSON body is required' }]);
  const body = parse(text);
  if (!validate(body)) throw validationError(issuesOf(validate.errors, '/body'));
  return body;
}

function hasBody(req: IncomingMessage): boolean {
  const length = req.headers['content-length'];
  return req.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** An empty object does no harm where no body belongs; the caller must have meant something else by any other body. */
function refuseBody(text: string): undefined {
  if (text === '' || text.trim() === '{}') return undefined;
  throw validationError([{ path: '/body', message: 'this call has no body' }]);
}

function readText(req: IncomingMessage, needsJson: boolean): Promise<string> {
  const [mediaType] = (req.headers['content-type'] ?? '').split(';');
  const encoded = req.headers['content-encoding'];
  if (needsJson && (mediaType?.trim().toLowerCase() !== 'application/json' || encoded)) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', { headers: { Connection: 'close' } });
  }
  if (Number(req.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  return collect(req);
}

const tooLarge = (): AppError => new AppError('PAYLOAD_TOO_LARGE', { headers: { Connection: 'close' } });

function collect(req: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    const settle = (act: () => void): void => {
      req.removeAllListeners('data');
      act();
    };
    req.on(
      'data',
      guarded((chunk: Buffer) => {
        sizeBytes += chunk.length;
        if (sizeBytes > MAX_BODY_BYTES) settle(() => reject(tooLarge()));
        else chunks.push(chunk);
      }),
    );
    req.once(
      'end',
      guarded(() => settle(() => resolve(Buffer.concat(chunks).toString('utf8')))),
    );
    req.once(
      'error',
      guarded((error) => settle(() => reject(error))),
    );
    req.once(
      'close',
      guarded(() => settle(() => reject(new Error('the caller went away')))),
    );
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw validationError([{ path: '/body', message: 'is not valid JSON' }]);
  }
}

const depth = (issue: ValidatorIssue): number => issue.instancePath.split('/').length;

/** For a oneOf, the issues of the alternative that matched furthest. */
function issuesOf(errors: readonly ValidatorIssue[] | null | undefined, base: string): ValidationIssue[] {
  const all = errors ?? [];
  const alternatives = all.some((issue) => issue.keyword === 'oneOf');
  const deepest = Math.max(...all.map(depth));
  const telling = alternatives
    ? all.filter((issue) => issue.keyword !== 'oneOf' && depth(issue) === deepest)
    : all;
  return telling.map((issue) => issueOf(issue, base));
}

function issueOf({ instancePath, keyword, message, params }: ValidatorIssue, base: string): ValidationIssue {
  const at = `${base}${instancePath}`;
  if (keyword === 'additionalProperties') {
    return { path: `${at}/${String(params['additionalProperty'])}`, message: 'is not known' };
  }
  if (keyword === 'required')
    return { path: `${at}/${String(params['missingProperty'])}`, message: 'is required' };
  return { path: at, message: (message ?? 'is not valid').slice(0, 500) };
}
