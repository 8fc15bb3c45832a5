import { AgentFailure } from '#server/shared/wire/agentFailure.ts';
import { isExcessive, keptDetails, keptText } from '#server/shared/wire/agentLimits.ts';
import { parsedWithoutControls } from '#server/shared/wire/controls.ts';
import { isWord } from '#server/shared/wire/words.ts';
import type { RawAnswer } from './exchange.ts';
import { answerInvalid, clockFailure } from './failures.ts';

/** A body as JSON, without control characters in its texts. Throws ANSWER_INVALID. */
export function parsedAnswer({ body, status }: RawAnswer): unknown {
  if (isExcessive(body))
    throw answerInvalid("the agent's answer is nested too deep or holds too much", status);
  try {
    return parsedWithoutControls(body.toString('utf8'));
  } catch {
    throw answerInvalid(`the agent's answer is not JSON`, status);
  }
}

/** The failure that an agent reports in its error envelope. */
export function refusalOf(parsed: unknown, status: number): AgentFailure {
  const error = (
    parsed as { error?: { code?: unknown; message?: unknown; details?: unknown; retryable?: unknown } } | null
  )?.error;
  const { code, message, details, retryable } = error ?? {};
  const clockAt = (details as { clock_at?: unknown } | null | undefined)?.clock_at;
  if (code === 'CERTIFICATE_REQUIRED' && typeof clockAt === 'string') return clockFailure(clockAt);
  if (typeof code !== 'string' || !isWord(code))
    return answerInvalid(`the agent answered ${status} without an error envelope`, status);
  return new AgentFailure('refused', code, typeof message === 'string' ? keptText(message, 4_096) : code, {
    status,
    retryable: retryable === true,
    details:
      typeof details === 'object' && details !== null && !Array.isArray(details)
        ? keptDetails(details as Record<string, unknown>)
        : undefined,
  });
}
