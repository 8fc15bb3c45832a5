import type { Fact } from './contents.ts';

/** Somebody who can be told. */
export type Recipient = { channel: 'mail'; address: string } | { channel: 'webhook'; webhookId: string };

/** A rule as far as it says who is told of what. */
export interface Telling {
  facts: readonly Fact[];
  /** Empty: all hosts. */
  groupIds: readonly string[];
  to: readonly Recipient[];
}

/** One recipient, and the groups whose hosts he is told of; null: all hosts. */
export interface Told {
  recipient: Recipient;
  groupIds: readonly string[] | null;
}

export const keyOf = (recipient: Recipient): string =>
  recipient.channel === 'mail' ? `mail ${recipient.address.toLowerCase()}` : `webhook ${recipient.webhookId}`;

/**
 * Who is told: each once, however many rules name him, and of the hosts of all those that apply. `factFor` says what
 * it is to whoever sees the hosts of these groups (null: all); null where it is nothing to them.
 */
export function audienceOf(
  tellings: readonly Telling[],
  factFor: (groupIds: readonly string[] | null) => Fact | null,
): Told[] {
  const told = new Map<string, Told>();
  for (const { facts, groupIds, to } of tellings) {
    const seen = groupIds.length === 0 ? null : groupIds;
    const fact = factFor(seen);
    if (fact === null || !facts.includes(fact)) continue;
    for (const recipient of to) {
      const key = keyOf(recipient);
      const before = told.get(key);
      told.set(key, {
        // As it was spelled first.
        recipient: before?.recipient ?? recipient,
        groupIds: before ? united(before.groupIds, seen) : seen,
      });
    }
  }
  return [...told.values()];
}

function united(some: readonly string[] | null, others: readonly string[] | null): readonly string[] | null {
  return some === null || others === null ? null : [...new Set([...some, ...others])].sort();
}
