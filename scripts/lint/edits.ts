import { followed, type Contract, type Exceptions } from './lists.ts';

interface Operation {
  operationId: string;
  /** By status. */
  'x-error-codes'?: Readonly<Record<string, readonly string[]>>;
  parameters?: readonly object[];
}

type Path = Partial<Record<'post' | 'put' | 'delete', Operation>> & { parameters?: readonly object[] };

/** What the operations take on what people make, change and delete, and the code that they name. */
const WANTED = {
  post: { takes: ['If-None-Match', 'validate_only'], names: ['NAME_TAKEN'] },
  put: { takes: ['If-Match', 'validate_only'], names: ['PRECONDITION_FAILED'] },
  delete: { takes: ['If-Match', 'validate_only'], names: ['PRECONDITION_FAILED'] },
} as const;

/**
 * What people edit is made by a POST on a path, and changed by a PUT on that path and an id. Tools keep such things as
 * their files say: so each has a name that is taken once, can be made only if it is not there, and each of these calls can
 * be asked what it would do. Returns `OPERATION: what is wrong`; `but` leaves out what stands there in these words.
 */
export function editFaults(document: Contract, but: Exceptions = {}): string[] {
  const paths = document.paths as Record<string, Path>;
  const faults = Object.entries(paths).flatMap(([path, item]) => {
    const { post } = paths[path.replace(/\/\{[^/]+\}$/, '')] ?? {};
    if (!item.put || !post || !path.endsWith('}')) return [];
    return [
      ...faultsOf(document, 'post', post),
      ...faultsOf(document, 'put', item.put),
      ...(item.delete ? faultsOf(document, 'delete', item.delete) : []),
    ];
  });
  return faults.filter((fault) => !Object.hasOwn(but, fault));
}

function faultsOf(document: Contract, method: keyof typeof WANTED, operation: Operation): string[] {
  const { operationId, parameters = [], 'x-error-codes': codes = {} } = operation;
  const taken = new Set(parameters.map((one) => followed(document, one).name));
  const { takes, names } = WANTED[method];
  return [
    ...takes.filter((name) => !taken.has(name)).map((name) => `${operationId}: does not take ${name}`),
    ...names
      .filter((code) => !Object.values(codes).flat().includes(code))
      .map((code) => `${operationId}: does not name ${code}`),
  ];
}
