import { AppError } from '#sdk';

/** Paths with a product's name: since when they are deprecated (RFC 9745), and until when they are served (RFC 8594). */
const DEPRECATED = { Deprecation: '@1767225600', Sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' };

interface Named {
  params: { legacy_provider: string };
}

/**
 * Serves a handler under the path with the first provider's name; another name is 404. Every answer says that the path
 * is deprecated, refusals too.
 */
export function alias<Request, Reply extends { headers?: Record<string, string> }>(
  name: string,
  handler: (request: Request) => Promise<Reply>,
): (request: Request & Named) => Promise<Reply> {
  return async (request) => {
    if (request.params.legacy_provider !== name) throw new AppError('NOT_FOUND');
    try {
      const answer = await handler(request);
      return { ...answer, headers: { ...answer.headers, ...DEPRECATED } };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const headers = { ...error.params.headers, ...DEPRECATED };
      throw new AppError(error.code, { ...error.params, headers }, { cause: error });
    }
  };
}
