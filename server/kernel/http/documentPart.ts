import type { ContractDocument } from './operations.ts';
import type { OperationRow } from '../../shared/wire/dispatch.ts';

/** The parts of an OpenAPI document that are read here; references lead to `#/components/<section>/<name>` alone. */
export interface DocumentPart {
  openapi?: unknown;
  security?: unknown;
  paths: Record<string, Record<string, unknown>>;
  components: Record<string, Record<string, unknown>>;
}

/** A copy of the document with one operation, and only the components that this operation refers to. */
export function partOf(document: ContractDocument, { path, method }: OperationRow): DocumentPart {
  const whole = document as unknown as Partial<DocumentPart>;
  const { parameters, [method]: operation } = whole.paths?.[path] ?? {};
  const part: DocumentPart = {
    openapi: whole.openapi,
    ...(whole.security === undefined ? {} : { security: whole.security }),
    paths: { [path]: { ...(parameters === undefined ? {} : { parameters }), [method]: operation } },
    components: { securitySchemes: whole.components?.['securitySchemes'] ?? {} },
  };
  copyReferred(part.paths, { from: whole.components ?? {}, to: part.components });
  return structuredClone(part);
}

/** What a node stands for: itself, or the component that it refers to; null where there is none. */
export function componentOf({ components }: Pick<DocumentPart, 'components'>, node: unknown): unknown {
  const name = referenceOf(node);
  return name === null ? (node ?? null) : (components[name.section]?.[name.name] ?? null);
}

type Components = DocumentPart['components'];

export function copyReferred(node: unknown, { from, to }: { from: Components; to: Components }): void {
  if (typeof node !== 'object' || node === null) return;
  const reference = referenceOf(node);
  if (reference && to[reference.section]?.[reference.name] === undefined) {
    const { section, name } = reference;
    const referred = from[section]?.[name];
    (to[section] ??= {})[name] = referred;
    copyReferred(referred, { from, to });
  }
  for (const value of Object.values(node)) copyReferred(value, { from, to });
}

function referenceOf(node: unknown): { section: string; name: string } | null {
  const ref = (node as { $ref?: unknown } | null | undefined)?.$ref;
  if (typeof ref !== 'string') return null;
  const [, , section = '', name = ''] = ref.split('/');
  return { section, name };
}
