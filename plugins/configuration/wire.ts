import type { components } from '../../generated/manager.ts';
import type { Difference } from './service/import.ts';

type Schemas = components['schemas'];
export type ConfigurationFile = Schemas['ConfigurationFile'];

const MAX_VALUE = 4_000;
const MAX_NAME = 200;
const MAX_MESSAGE = 20_000;

export function differenceToWire({ hash, parts }: Difference): Schemas['ConfigurationDifference'] {
  return {
    hash,
    parts: parts.map(({ name, plan: { changes, unchanged, problems } }) => ({
      name,
      changes: changes.map((change) => ({
        kind: change.kind,
        name: change.name.slice(0, MAX_NAME),
        fields: change.fields.map((field) => ({
          name: field.name,
          before: textOf(field.before),
          after: textOf(field.after),
        })),
      })),
      unchanged,
      problems: problems.map((problem) => ({
        name: problem.name.slice(0, MAX_NAME),
        message: problem.message.slice(0, MAX_MESSAGE),
      })),
    })),
  };
}

function textOf(value: unknown): string | null {
  if (value === undefined) return null;
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
