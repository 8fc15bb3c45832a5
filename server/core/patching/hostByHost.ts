import type { BeforeHostAnswer, BeforeHostAnswers, BeforeHostQuestion, HostQuestion } from './events.ts';

/**
 * A gate that judges each host by itself: it answers `patching.beforeHost` for all that it is asked about. A gate
 * that reads the database answers for all of them by one query instead.
 */
export function hostByHost(
  judge: (host: HostQuestion) => BeforeHostAnswer | Promise<BeforeHostAnswer>,
): (question: BeforeHostQuestion) => Promise<BeforeHostAnswers> {
  return async ({ hosts }) =>
    new Map(
      await Promise.all(
        hosts.map(async (host): Promise<[string, BeforeHostAnswer]> => [host.hostId, await judge(host)]),
      ),
    );
}
