import type { AgentFailure } from '#sdk';
import type { HostProblem, Unanswered } from '#sdk/hosts.ts';

type Kind = keyof Unanswered;

const KINDS: Readonly<Record<Kind, { code: string; what: string; shown: string }>> = {
  patches: {
    code: 'PATCHES_UNANSWERED',
    what: 'which patches are missing',
    shown: 'The counts are unknown, and the list shown is an older one.',
  },
  info: {
    code: 'SYSTEM_UNANSWERED',
    what: 'the facts of its system',
    shown: 'Its operating system, kernel and architecture are shown as they were read before.',
  },
};

/**
 * Notes that the agent, which answers otherwise, did not answer this. What broke off or took too long once is no news:
 * the agent goes on with a list that nobody waits for any more, and has it the next time.
 */
export function withUnanswered(
  before: Unanswered,
  kind: Kind,
  { kind: how, code, message }: Pick<AgentFailure, 'kind' | 'code' | 'message'>,
  now: Date,
): Unanswered {
  const isSure = how === 'refused' || how === 'answer';
  return {
    ...before,
    [kind]: {
      since: before[kind]?.since ?? now.toISOString(),
      cause: `${message.slice(0, 300)} (${code})`,
      isTold: isSure || before[kind] !== undefined,
    },
  };
}

/** The problems of the host that follow. `own` is what its agent says: unreadable lists need no second sentence. */
export function problemsOfUnanswered(
  unanswered: Unanswered,
  own: readonly { code: string }[],
): HostProblem[] {
  return Object.entries(KINDS).flatMap(([kind, { code, what, shown }]) => {
    const missing = unanswered[kind as Kind];
    const isAgentsOwn = kind === 'patches' && own.some((one) => one.code === 'LISTS_UNREADABLE');
    if (!missing?.isTold || isAgentsOwn) return [];
    const since = `${missing.since.slice(0, 16).replace('T', ' ')} UTC`;
    return [
      { code, message: `The agent has not answered ${what} since ${since}: ${missing.cause}. ${shown}` },
    ];
  });
}
