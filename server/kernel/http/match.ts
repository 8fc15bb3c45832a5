import type { OperationRow } from '../../shared/wire/dispatch.ts';

export interface Matched {
  operation: OperationRow | null;
  /** Methods that the path serves; the answer names them when the request's is none of them. */
  otherMethods: string[];
}

interface Pattern {
  expression: RegExp;
  operation: OperationRow;
}

/** Finds the operation of a request; concrete paths win over templated ones. HEAD is answered as GET, without the body. */
export function createMatcher(
  operations: readonly OperationRow[],
): (method: string, path: string) => Matched {
  const patterns = operations
    .map(patternOf)
    .sort((a, b) => placeholders(a.operation) - placeholders(b.operation));
  return (method, path) => {
    const found = patterns.filter(({ expression }) => expression.test(path));
    const most = found[0] ? placeholders(found[0].operation) : 0;
    const same = found.filter(({ operation }) => placeholders(operation) === most);
    const asked = method === 'HEAD' ? 'get' : method.toLowerCase();
    const hit = same.find(({ operation }) => operation.method === asked);
    return {
      operation: hit?.operation ?? null,
      otherMethods: same.flatMap(({ operation }) =>
        operation.method === 'get' ? ['GET', 'HEAD'] : [operation.method.toUpperCase()],
      ),
    };
  };
}

function patternOf(operation: OperationRow): Pattern {
  const source = operation.path
    .split(/\{[^}]+\}/)
    .map(escape)
    .join('[^/]+');
  // eslint-disable-next-line security/detect-non-literal-regexp -- made of the contract's own paths at start
  return { expression: new RegExp(`^${source}$`), operation };
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const placeholders = (operation: OperationRow): number => operation.path.split('{').length - 1;
