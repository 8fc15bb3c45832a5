import * as openid from 'openid-client';
import { ProviderError } from './providerError.ts';

/** Runs a step of openid-client; turns whatever it throws into a ProviderError that quotes nothing of the answers. */
export async function judged<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw providerErrorOf(error);
  }
}

function providerErrorOf(error: unknown): ProviderError {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (at instanceof ProviderError) return at;
  if (error instanceof openid.AuthorizationResponseError)
    return new ProviderError('refused', `The provider refused: ${word(error.error)}.`);
  if (error instanceof openid.ResponseBodyError) {
    const fault = error.status >= 500 ? 'unreachable' : 'refused';
    return new ProviderError(fault, `The provider answered ${error.status}: ${word(error.error)}.`);
  }
  const times = timesOf(error);
  if (times !== null) return new ProviderError('refused', times);
  const status = statusOf(error);
  if (status !== null) return new ProviderError('unreachable', `The provider answered ${status}.`);
  const { code } = error as { code?: unknown };
  return new ProviderError('refused', `The answer does not hold: ${word(innermost(error))} (${word(code)}).`);
}

/** The message of the first cause: openid-client puts “invalid response encountered” before all of them. */
function innermost(error: unknown): unknown {
  const { message, cause } = error as { message?: unknown; cause?: unknown };
  return cause instanceof Error ? innermost(cause) : message;
}

/** What is wrong with the times in an answer; null: something else is wrong. */
function timesOf(error: unknown): string | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: unknown };
    if (code !== 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' || at.cause instanceof Error) continue;
    const { now, claim, claims } = (at.cause ?? {}) as {
      now?: number;
      claim?: string;
      claims?: openid.IDToken;
    };
    const secs = Number(claims?.[String(claim)]) - Number(now);
    const told = Number.isFinite(secs)
      ? `"${word(claim)}" is ${Math.abs(secs)} s ${secs < 0 ? 'before' : 'after'} the time of this manager`
      : word(at.message);
    return `The times in the answer do not hold: ${told}. Compare the clocks of the provider and of this manager.`;
  }
  return null;
}

/** The HTTP status of an answer that openid-client could not read; null: there is none. */
function statusOf(error: unknown): number | null {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Response ? cause.status : null;
}

/** Part of an answer, made safe for a log line and a page. */
export const word = (text: unknown): string =>
  String(text)
    .replace(/[^\w "(),.:'/-]+/g, '?')
    .slice(0, 200);
