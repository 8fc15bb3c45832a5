import { createHash } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import type { OperationRow } from '../../shared/wire/dispatch.ts';
import { componentOf, partOf, type DocumentPart } from './documentPart.ts';
import { etagOfPart } from './etag.ts';
import type { ContractDocument } from './operations.ts';
import { stateOf } from './state.ts';

/**
 * The properties that the caller asked for by `fields`; without it all. What he did not ask for need not be read: a
 * handler puts an empty value there, which is not sent.
 */
export interface ChosenFields {
  has(property: string): boolean;
}

export const allFields: ChosenFields = { has: () => true };

/** What `fields` chooses from in an answer of the operation. */
export interface Choice {
  /** The property of the answer that holds the items of a list; null: the answer is the thing itself. */
  noun: string | null;
  /** Top-level properties of an item, or of the thing. */
  names: readonly string[];
}

/** The schemas that are read here. */
interface Schema {
  properties?: Readonly<Record<string, object>>;
  items?: object;
  allOf?: readonly object[];
  oneOf?: readonly object[];
  anyOf?: readonly object[];
}

interface PartOperation {
  parameters?: readonly object[];
  responses?: Readonly<Record<string, object>>;
}

export interface FieldsParameter {
  name?: string;
  in?: string;
  schema?: { items?: { enum?: readonly string[] } };
}

/** The parameter `fields` of an operation's part of the document; undefined: it takes none. */
export const fieldsParameter = (
  part: DocumentPart,
  { path, method }: Pick<OperationRow, 'path' | 'method'>,
): FieldsParameter | undefined =>
  ((part.paths[path]?.[method] as PartOperation | undefined)?.parameters ?? [])
    .map((node) => componentOf(part, node) as FieldsParameter)
    .find((one) => one.name === 'fields' && one.in === 'query');

/** What the operation's `fields` may name, which follows from the schema of its answer; null: it takes no `fields`. */
export function choiceOf(part: DocumentPart, operation: OperationRow): Choice | null {
  if (!fieldsParameter(part, operation)) return null;
  const { responses = {} } = part.paths[operation.path]?.[operation.method] as PartOperation;
  const answer = componentOf(part, responses['200']) as {
    content?: Readonly<Record<string, { schema?: object }>>;
  } | null;
  const schema = schemaOf(part, answer?.content?.['application/json']?.schema);
  const noun = nounOf(operation.operationId, schema.properties ?? {});
  const item = noun === null ? schema : schemaOf(part, schemaOf(part, schema.properties?.[noun]).items);
  return { noun, names: propertiesOf(part, item) };
}

/** The property that holds the items of a list, which ends the operation's name; null: it is no list. */
export function nounOf(operationId: string, properties: Readonly<Record<string, unknown>>): string | null {
  if (!('next_cursor' in properties)) return null;
  const name = operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.keys(properties).find((key) => name.endsWith(`_${key}`)) ?? null;
}

const schemaOf = (part: DocumentPart, node: unknown): Schema => (componentOf(part, node) ?? {}) as Schema;

function propertiesOf(part: DocumentPart, schema: Schema): string[] {
  const { properties = {}, allOf = [], oneOf = [], anyOf = [] } = schema;
  const others = [...allOf, ...oneOf, ...anyOf].flatMap((one) => propertiesOf(part, schemaOf(part, one)));
  return [...new Set([...Object.keys(properties), ...others])];
}

/**
 * Cuts answers down to the properties that `fields` names, after they were held against the contract: an answer without
 * what its schema requires would not hold. The `ETag` of such an answer covers what is left of it.
 */
export function chooseFields(document: ContractDocument): RequestHandler {
  const choices = new Map<string, Choice | null>();
  return (req, res, next) => {
    const { operation } = stateOf(req);
    if (!operation || req.query['fields'] === undefined) return next();
    const { operationId } = operation;
    const known = choices.get(operationId);
    const choice = known === undefined ? choiceOf(partOf(document, operation), operation) : known;
    choices.set(operationId, choice);
    if (choice) cutAnswer(res, choice, () => req.query['fields'] as unknown as readonly string[]);
    next();
  };
}

function cutAnswer(res: Response, { noun }: Choice, asked: () => readonly string[]): void {
  const send = res.json.bind(res);
  res.json = (body: unknown) => {
    if (res.statusCode !== 200) return send(body);
    const names = new Set(asked());
    const whole = body as Record<string, unknown>;
    const cut =
      noun === null
        ? chosen(whole, names)
        : { ...whole, [noun]: (whole[noun] as object[]).map((item) => chosen(item, names)) };
    const etag = res.get('ETag');
    if (etag !== undefined) res.set('ETag', etagOfPart(etag, digest(cut)));
    return send(cut);
  };
}

const chosen = (item: object, names: ReadonlySet<string>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name)));

const digest = (body: object): string =>
  createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 16);

/** What a handler is told of the `fields` that a request names. */
export const fieldsOf = (asked: unknown): ChosenFields =>
  Array.isArray(asked) ? new Set<string>(asked) : allFields;
