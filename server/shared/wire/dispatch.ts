/**
 * Types that tie a handler to its operation in the contract. `Op` is an entry of the generated `operations`
 * interface; a handler for an unknown operation, a missing one, or a wrong body is a compile error.
 */
import type { Readable } from 'node:stream';

type Json<C> = C extends { 'application/json': infer B }
  ? B
  : C extends { 'application/octet-stream': unknown }
    ? AsyncIterable<Buffer>
    : never;

export type PathParams<Op> = Op extends { parameters: { path: infer P extends object } }
  ? P
  : Record<never, never>;

export type QueryParams<Op> = Op extends { parameters: { query?: infer Q } }
  ? Exclude<Q, undefined>
  : Record<never, never>;

export type RequestBody<Op> = Op extends { requestBody: { content: infer C } }
  ? Json<C>
  : Op extends { requestBody?: { content: infer C } }
    ? Json<C> | undefined
    : undefined;

/**
 * The form in which a handler gives a response of that content: JSON as an object, anything else as text, bytes or a
 * stream; so JSON, too, where it is a download.
 */
type ReplyBody<C, Headers> = [C] extends [never]
  ? undefined
  : C extends { 'application/json': infer B }
    ? keyof C extends 'application/json'
      ? Headers extends Download
        ? B | FileBody
        : B
      : B | FileBody
    : FileBody;

type Download = { 'Content-Disposition'?: string };

/** A response that is not JSON, or a download. */
export interface FileBody {
  contentType: string;
  /** For a download; sets Content-Disposition. */
  fileName?: string;
  data: string | Buffer | Readable;
}

type HeadersOf<R> = R extends { headers: infer H } ? H : never;
type ContentOf<R> = R extends { content: infer C } ? (C extends undefined ? never : C) : never;

/**
 * One returned answer of the operation: any status that the contract documents, with the contract's body for that
 * status. An error envelope is better thrown as an AppError.
 */
export type Reply<Op> = Op extends { responses: infer R }
  ? {
      [S in keyof R & number]: {
        status: S;
        body: ReplyBody<ContentOf<R[S]>, HeadersOf<R[S]>>;
        headers?: Record<string, string>;
      };
    }[keyof R & number]
  : never;

/** Builds a Reply; the contract's type for the status decides what `body` may be. */
export function reply<S extends number, B>(
  status: S,
  body: B,
  headers?: Record<string, string>,
): { status: S; body: B; headers?: Record<string, string> } {
  return headers ? { status, body, headers } : { status, body };
}

/** 204, or another status without a body. */
export function empty(): { status: 204; body: undefined };
export function empty<S extends number>(
  status: S,
  headers?: Record<string, string>,
): { status: S; body: undefined; headers?: Record<string, string> };
export function empty(status = 204, headers?: Record<string, string>): object {
  return { status, body: undefined, ...(headers ? { headers } : {}) };
}

/** One row of the generated operation table. */
export interface OperationRow {
  operationId: string;
  method: 'get' | 'post' | 'put' | 'delete' | 'patch';
  /** OpenAPI form: `/api/v1/jobs/{id}`. */
  path: string;
  /** The name of the feature that serves it. */
  feature: string;
  permission: string;
  /** For what would hurt in the wrong hands: asks for a proof of identity that is at most ten minutes old. */
  fresh?: boolean;
  /** Its caller must have signed in: it is about a person, or gives rights, so that no API token may call it. */
  needsSession?: boolean;
  /** The body is a file of at most this many bytes, which the handler reads as a stream. */
  rawBodyBytes?: number;
  /** The IP allow-list lets it through from everywhere. */
  anyAddress?: boolean;
  /** Browsers open it as a page: where they are sent when it fails, with the error's code added at the end. */
  errorPage?: string;
  /** It documents 304: its ETag is of the very bytes, and it is told what tags the caller has. */
  conditional?: boolean;
  /** Path of what a 201 or 202 has made or begun, in OpenAPI form; `Location` is made of it. */
  location?: string;
}
