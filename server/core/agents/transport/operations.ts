import * as answers from '#generated/agentAnswers.mjs';
import { agentOperations } from '#generated/agentOperations.ts';
import { AGENT_LIMITS } from '#server/shared/wire/agentLimits.ts';
import type { AgentOperationId } from '../transport.ts';

interface Validate {
  (data: unknown): boolean;
  errors?: { instancePath: string; message?: string }[] | null;
}

/** One operation of the agent's contract, ready to be called. */
export interface CallableOperation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Only reads may be sent again without a key. */
  repeatable: boolean;
  path(params: Readonly<Record<string, string>> | undefined, query: object | undefined): string;
  /** The largest body of an answer. */
  maxBytes: number;
  /** Lenient: unknown fields and new enum values pass. */
  validate: Validate;
}

/** Operations with a stream as their answer, which other modules read. */
const STREAMS: readonly string[] = ['streamJobs', 'followJob'];

const validators = answers as unknown as Readonly<Record<string, Validate | undefined>>;

export const callable: ReadonlyMap<string, CallableOperation> = new Map(
  agentOperations
    .filter(({ operationId }) => !STREAMS.includes(operationId))
    .map(({ operationId, method, path }) => {
      const validate = validators[`${operationId}Answer`];
      if (!validate) throw new Error(`there is no validator for the answer of ${operationId}`);
      const upper = method.toUpperCase() as CallableOperation['method'];
      return [
        operationId,
        {
          method: upper,
          repeatable: upper === 'GET',
          path: pathOf(path),
          maxBytes: maxBytesOf(operationId),
          validate,
        },
      ] as const;
    }),
);

function maxBytesOf(operationId: string): number {
  const { other, ...named } = AGENT_LIMITS.answerBytes;
  return (named as Record<string, number>)[operationId] ?? other;
}

export function operationOf(operationId: AgentOperationId): CallableOperation {
  const operation = callable.get(operationId);
  if (!operation) throw new Error(`the agent's contract has no ${operationId}`);
  return operation;
}

function pathOf(template: string): CallableOperation['path'] {
  const parts = template.split(/\{([^}]+)\}/);
  return (params, query) => {
    const path =
      parts.length === 1
        ? template
        : parts.map((part, index) => (index % 2 ? segment(params?.[part]) : part)).join('');
    const text = query ? queryText(query) : '';
    return text === '' ? path : `${path}?${text}`;
  };
}

function segment(value: string | undefined): string {
  // A dot segment would change the path.
  if (value === undefined || value === '' || value === '.' || value === '..')
    throw new Error('a path parameter is missing');
  return encodeURIComponent(value);
}

export function queryText(query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}
