import type { OperationRow } from '../../shared/wire/dispatch.ts';

/** The methods that the contract uses. */
export const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** What this file reads of an OpenAPI document; everything else in it is as the document has it. */
export interface ContractDocument {
  tags?: readonly { name: string; 'x-feature'?: string }[];
  paths: Readonly<Record<string, ContractPath>>;
  /** What the manager calls; it has no permission and no feature. */
  webhooks?: Readonly<Record<string, object>>;
  'x-permissions'?: Readonly<Record<string, readonly string[]>>;
}

export type ContractPath = { [Method in (typeof METHODS)[number]]?: ContractOperation };

export interface ContractOperation {
  operationId: string;
  tags: readonly [string, ...string[]];
  'x-permission': string;
  /** Each: the ways to sign in that it takes together; absent: those of the document. */
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  summary?: string;
  /** The feature that serves it, where that is not the one of the tag. */
  'x-feature'?: string;
  'x-fresh'?: boolean;
  'x-raw-body'?: number;
  'x-any-address'?: boolean;
  'x-error-page'?: string;
  'x-location'?: string;
  responses?: Readonly<Record<string, unknown>>;
}

/**
 * One row for each operation of the document, in its order. The feature that owns an operation is named by the
 * operation's own `x-feature`, else by that of its first tag, else by the tag itself: so a feature may own several
 * tags, and a part of one.
 */
export function operationRows({ paths, tags = [] }: ContractDocument): OperationRow[] {
  const ownerOfTag = new Map(tags.map((tag) => [tag.name, tag['x-feature'] ?? tag.name]));
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const { operationId, tags: own, 'x-permission': permission, 'x-feature': feature } = operation;
      return [
        {
          operationId,
          method,
          path,
          feature: feature ?? ownerOfTag.get(own[0]) ?? own[0],
          permission,
          ...(operation['x-fresh'] ? { fresh: true } : {}),
          ...(takesSessionsAlone(operation) ? { needsSession: true } : {}),
          ...(operation['x-raw-body'] ? { rawBodyBytes: operation['x-raw-body'] } : {}),
          ...(operation['x-any-address'] ? { anyAddress: true } : {}),
          ...(operation['x-error-page'] ? { errorPage: operation['x-error-page'] } : {}),
          ...(operation.responses?.['304'] ? { conditional: true } : {}),
          ...(operation['x-location'] ? { location: operation['x-location'] } : {}),
        },
      ];
    }),
  );
}

const takesSessionsAlone = ({ security }: ContractOperation): boolean =>
  security?.flatMap((one) => Object.keys(one)).join() === 'accessToken';

/** What people are told that a permission lets them call. */
export interface NamedOperation {
  operationId: string;
  permission: string;
  summary: string;
}

export const namedOperations = ({ paths }: ContractDocument): NamedOperation[] =>
  Object.values(paths).flatMap((item) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const { operationId, 'x-permission': permission, summary = operationId } = operation;
      return [{ operationId, permission, summary }];
    }),
  );
