import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../shared/wire/appError.ts';

/**
 * The state that a caller's change is based on: the tags of an `If-Match` header, without quotes. Null: any state will
 * do, because the header is absent or `*`.
 */
export type IfMatch = readonly string[] | null;

/** The `ETag` of something that people edit. */
export function etagOf(editVersion: number): string {
  return `"${editVersion}"`;
}

/**
 * The `ETag` of an answer with chosen fields: the version, and a digest of what was answered, so that it is neither the tag
 * of the whole nor that of other fields. `If-Match` takes it as the version that it begins with.
 */
export const etagOfPart = (etag: string, digest: string): string => `${etag.slice(0, -1)}.${digest}"`;

const TAG = /(?:W\/)?"([\x21\x23-\x7e]*)"/;
const TAGS = new RegExp(`^\\s*${TAG.source}(?:\\s*,\\s*${TAG.source})*\\s*$`);

/**
 * Reads an `If-Match` header (RFC 9110, 13.1.1): one tag, a list of tags, or `*`. Anything else gives no tag, and so
 * matches nothing. A weak tag counts as its strong one, against the letter of the RFC: all of ours are strong, and a
 * proxy that compresses answers weakens them on the way, which would make each edit stale. Of the tag of a part
 * (`etagOfPart`) the version counts.
 */
export function readIfMatch(header: string | undefined): IfMatch {
  if (header === undefined || header.trim() === '*') return null;
  if (!TAGS.test(header)) return [];
  return Array.from(header.matchAll(new RegExp(TAG, 'g')), ([, tag = '']) => tag.split('.', 1)[0] ?? '');
}

/**
 * Lets a change pass that is based on the present state; otherwise throws PRECONDITION_FAILED (412), with the present
 * tag in `details.etag`. Call it where the row is locked: before that, another change may still come between.
 */
export function requireMatch(ifMatch: IfMatch, editVersion: number): void {
  if (ifMatch === null || ifMatch.includes(String(editVersion))) return;
  const etag = etagOf(editVersion);
  const sent = ifMatch.length === 0 ? 'If-Match names no tag' : `your change is based on ${quoted(ifMatch)}`;
  throw new AppError('PRECONDITION_FAILED', {
    message: `Somebody else has changed it since you read it: ${sent}, and it is ${etag} now. Read it again.`,
    details: { etag },
  });
}

/** With `If-None-Match: *` a name that is taken is a condition that does not hold: 412 instead of 409. */
export function asCondition(error: unknown, ifNoneMatch: string | undefined): unknown {
  const isTaken = error instanceof AppError && error.code === 'NAME_TAKEN' && ifNoneMatch === '*';
  return isTaken ? new AppError('PRECONDITION_FAILED', error.params, { cause: error }) : error;
}

/**
 * Whether an edit leaves everything as it is: then no version is raised and no audit row written, so that tools that
 * send the same every half hour make no edits of others stale. A field that is undefined stays.
 */
export const changesNothing = <Row extends object>(before: Row, edit: Partial<Row>): boolean =>
  Object.entries(edit).every(
    ([name, value]) => value === undefined || isDeepStrictEqual(value, before[name as keyof Row]),
  );

const quoted = (tags: readonly string[]): string =>
  tags
    .slice(0, 5)
    .map((tag) => `"${tag.slice(0, 32)}"`)
    .join(', ');
