import type { ServerResponse } from 'node:http';
import { agentErrors } from '../../server/shared/wire/agentErrors.ts';
import { AppError } from '../../server/shared/wire/appError.ts';
import type { ErrorCatalogue, ErrorSpec } from '../../server/shared/wire/appError.ts';
import type { AgentAnswer } from './handler.ts';
import type { JobFailure } from '../packages/backend.ts';

const catalogue: ErrorCatalogue = agentErrors;
const MAX_MESSAGE_CHARS = 4096;

const specOf = (code: string): ErrorSpec => catalogue[code] ?? agentErrors.INTERNAL_ERROR;

export interface WireError {
  code: string;
  message: string;
  details?: Record<string, unknown>;
  retryable: boolean;
}

/** A code that is not in the table is a defect and is sent as INTERNAL_ERROR. */
function wireError(code: string, message: string | undefined, details?: Record<string, unknown>): WireError {
  const known = catalogue[code] ? code : 'INTERNAL_ERROR';
  const text = catalogue[code] && message ? message : specOf(known).message;
  const base = { code: known, message: text.slice(0, MAX_MESSAGE_CHARS), retryable: specOf(known).retryable };
  return details ? { ...base, details } : base;
}

/** A job's failure, as in job details and status events. */
export const failureToWire = (failure: JobFailure | null): WireError | null =>
  failure && wireError(failure.code, failure.message, failure.details);

export interface ErrorAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The error envelope for anything that was thrown; only the message of an AppError is sent. */
export function errorAnswer(error: unknown): ErrorAnswer {
  const known = error instanceof AppError ? error : new AppError('INTERNAL_ERROR');
  const { message, details, headers } = known.params;
  const body = JSON.stringify({ success: false, error: wireError(known.code, message, details) });
  return { status: specOf(known.code).status, headers: headers ?? {}, body };
}

/** Sends a success: `data`, or its prepared JSON, in the envelope; 204 and 304 have no body. */
export function sendAnswer(res: ServerResponse, answer: AgentAnswer): void {
  if (answer.status === 204 || answer.status === 304) {
    res.writeHead(answer.status, { 'Cache-Control': 'no-store', ...answer.headers }).end();
    return;
  }
  const json = answer.json ?? JSON.stringify(answer.data ?? null);
  send(res, answer.status, answer.headers ?? {}, `{"success":true,"data":${json}}`);
}

export function sendError(res: ServerResponse, error: unknown): void {
  if (res.headersSent || res.destroyed) return void res.destroy();
  const { status, headers, body } = errorAnswer(error);
  send(res, status, headers, body);
}

function send(
  res: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): void {
  const bytes = Buffer.from(body);
  res.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    ...headers,
  });
  res.end(bytes);
}
