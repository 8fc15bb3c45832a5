/** Checks an agent's answers strictly against openapi/agent.yaml; for tests. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { parse } from 'yaml';
import { matchRoute } from '../http/match.ts';

type Node = Record<string, unknown>;

const document = parse(readFileSync(new URL('../../openapi/agent.yaml', import.meta.url), 'utf8'), {
  merge: true,
}) as Node;
const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false });
formats.default(ajv);
ajv.addSchema({ $id: 'contract', components: document['components'] });
const compiled = new Map<string, ValidateFunction>();

const child = (node: unknown, key: string): unknown => (node as Node | undefined)?.[key];

function resolve(node: unknown): unknown {
  const ref = child(node, '$ref');
  if (typeof ref !== 'string') return node;
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => child(at, key.replaceAll('~1', '/')), document);
}

function operation(operationId: string): Node {
  for (const item of Object.values(document['paths'] as Node)) {
    const found = Object.values(item as Node).find((entry) => child(entry, 'operationId') === operationId);
    if (found) return found as Node;
  }
  throw new Error(`the contract has no ${operationId}`);
}

function validator(name: string, schema: unknown): ValidateFunction {
  let validate = compiled.get(name);
  if (!validate) {
    const absolute = JSON.parse(
      JSON.stringify(schema).replaceAll('"#/components/', '"contract#/components/'),
    ) as Node;
    validate = ajv.compile(absolute);
    compiled.set(name, validate);
  }
  return validate;
}

function check(name: string, schema: unknown, value: unknown): void {
  const validate = validator(name, schema);
  if (validate(value)) return;
  throw new Error(
    `${name} breaks the contract: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value).slice(0, 1000)}`,
  );
}

const ENVELOPE = { $ref: '#/components/schemas/ErrorEnvelope' };

/** Throws when status or body do not match the contract for this call. Other paths must answer with the envelope. */
export function checkAnswer(method: string, path: string, status: number, body: unknown): void {
  const pathname = path.split('?')[0] ?? '';
  let operationId: string;
  try {
    operationId = matchRoute(method, pathname).operationId;
  } catch {
    return check('an unknown path', ENVELOPE, body);
  }
  const response = resolve(child(operation(operationId)['responses'], String(status)));
  if (!response) throw new Error(`${operationId} answers ${status}, which the contract does not list`);
  const schema = child(child(child(response, 'content'), 'application/json'), 'schema');
  if (schema) check(`${operationId} ${status}`, schema, body);
}

/** Throws when a message of the stream is not a JobEvent. */
export function checkEvent(event: unknown): void {
  check('JobEvent', { $ref: '#/components/schemas/JobEvent' }, event);
}

/** Throws when a line of a followed job is not a FollowedLine. */
export function checkLine(line: unknown): void {
  check('FollowedLine', { $ref: '#/components/schemas/FollowedLine' }, line);
}
