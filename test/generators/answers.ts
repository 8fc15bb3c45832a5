/** What a manager really answers, recorded for clients that must read it, and as a newer manager could answer. */
import { opened } from '#server/kernel/http/published.ts';
import { validRows } from '../support/features.ts';
import { document, operations, resolved, type Operation, type Schema } from '../support/walk/contract.ts';
import type { Answer } from '../support/walk/judge.ts';
import { refuseUnknownIds } from '../support/walk/refusals.ts';
import { openWorld } from '../support/walk/world.ts';

/** A line of the file that readers in other languages get. */
export interface Recorded {
  operation: string;
  tag: string;
  status: number;
  type: string;
  /** The schema of a JSON answer; null for other content. */
  model: string | null;
  /** True: it is a list of that schema. */
  isList: boolean;
  body: string;
  /** Times that {@link UNKNOWN} stands in the body for a word from a list. */
  unknown: number;
}

/** A word that no list of the contract has. */
const UNKNOWN = 'SOMETHING_NEW';

/**
 * Walks through the contract with a real manager; the first answer of each operation and status that has a body, each
 * as it was and, where it is JSON, with every list of words extended and a property added to every object.
 */
export async function recordAnswers(): Promise<Recorded[]> {
  const world = await openWorld();
  const found = new Map<string, Recorded[]>();
  world.walker.onAnswer = (operation, answer) => {
    const key = `${operation.operationId} ${answer.status}`;
    if (answer.body !== null && !found.has(key)) found.set(key, recordedOf(operation, answer));
  };
  try {
    for (const row of Object.values(validRows)) await row.by(world);
    for (const operation of operations) await refuseUnknownIds(world, operation);
  } finally {
    await world.stop();
  }
  return [...found.values()].flat();
}

function recordedOf(operation: Operation, { status, headers, body }: Answer): Recorded[] {
  const type = (headers.get('content-type') ?? '').split(';')[0] ?? '';
  const { content } = operation.responses[String(status)] ?? operation.responses['default'] ?? {};
  const same = { operation: operation.operationId, tag: operation.tag, status, type };
  const schema = content?.['application/json']?.schema;
  if (typeof body === 'string' || !schema)
    return [{ ...same, model: null, isList: false, body: String(body), unknown: 0 }];
  const items = schema.items ?? schema;
  const model = items.$ref?.split('/').at(-1) ?? null;
  const later = { count: 0 };
  const laterBody = asLater(schema, body, later);
  return [
    { body, unknown: 0 },
    { body: laterBody, unknown: later.count },
  ].map((one) => ({
    ...same,
    model,
    isList: schema.items !== undefined,
    ...one,
    body: JSON.stringify(one.body),
  }));
}

const published = opened(document);

/** The value as a newer manager could answer it. */
function asLater(schema: Schema | undefined, value: unknown, added: { count: number }): unknown {
  const { properties, additionalProperties, items, oneOf, ...rest } = schemaOf(schema);
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((one) => asLater(items, one, added));
  if (typeof value === 'string' && 'x-extensible-enum' in rest) {
    added.count += 1;
    return UNKNOWN;
  }
  if (typeof value !== 'object') return value;
  if (oneOf) return asLater(choiceFor(oneOf, value), value, added);
  const further = typeof additionalProperties === 'object' ? additionalProperties : {};
  const entries = Object.entries(value).map(([name, one]) => [
    name,
    asLater(properties?.[name] ?? further, one, added),
  ]);
  if (properties && additionalProperties === true) entries.push(['a_later_property', { since: 'later' }]);
  return Object.fromEntries(entries) as object;
}

const schemaOf = (schema: Schema | undefined): Schema => resolved<Schema>(schema ?? {}, published);

/** The one of which it has all that is required. */
const choiceFor = (choices: readonly Schema[], value: object): Schema | undefined =>
  choices.find((choice) => {
    const { type, required = [] } = schemaOf(choice);
    return type !== 'null' && required.every((name) => name in value);
  });
