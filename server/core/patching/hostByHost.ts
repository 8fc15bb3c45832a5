import type { BeforeHostAnswer, BeforeHostAnswers, BeforeHostQuestion, HostQuestion } from './events.ts';

/**
 * Makes a `patching.beforeHost` handler of a function that judges one host. A gate that reads the database answers for
 * all hosts by one query instead.
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
