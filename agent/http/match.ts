import { AppError } from '../../server/shared/wire/appError.ts';
import { agentOperations } from '../../generated/agentOperations.ts';

export interface RouteMatch {
  operationId: string;
  /** Decoded path parameters. */
  params: Record<string, string>;
}

interface Route {
  operationId: string;
  method: string;
  segments: readonly string[];
}

const routes: readonly Route[] = agentOperations.map(({ operationId, method, path }) => ({
  operationId,
  method: method.toUpperCase(),
  segments: path.split('/'),
}));

const isParam = (segment: string): boolean => segment.startsWith('{');

function matches(route: Route, segments: readonly string[]): boolean {
  if (route.segments.length !== segments.length) return false;
  return route.segments.every((want, index) =>
    isParam(want) ? segments[index] !== '' : want === segments[index],
  );
}

function paramsOf(route: Route, segments: readonly string[]): Record<string, string> {
  const pairs = route.segments.flatMap((want, index): [string, string][] =>
    isParam(want) ? [[want.slice(1, -1), decode(segments[index] ?? '')]] : [],
  );
  return Object.fromEntries(pairs);
}

/** A text with invalid percent-encoding stays as it is; the handler then refuses it. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The contract's operation for method and path. Throws NOT_FOUND or METHOD_NOT_ALLOWED. */
export function matchRoute(method: string, pathname: string): RouteMatch {
  const segments = pathname.split('/');
  const candidates = routes.filter((route) => matches(route, segments));
  const route = candidates.find((candidate) => candidate.method === method);
  if (route) return { operationId: route.operationId, params: paramsOf(route, segments) };
  if (candidates.length === 0) throw new AppError('NOT_FOUND');
  const allow = candidates.map((candidate) => candidate.method).join(', ');
  throw new AppError('METHOD_NOT_ALLOWED', { headers: { Allow: allow } });
}
