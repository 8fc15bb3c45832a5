import type { Fact } from './contents.ts';

/** Somebody who can be told. */
export type Recipient = { channel: 'mail'; address: string } | { channel: 'webhook'; webhookId: string };

/** The parts of a rule that say who is told of what. */
export interface Telling {
  facts: readonly Fact[];
  /** Empty: all hosts. */
  groupIds: readonly string[];
  to: readonly Recipient[];
}

/** A recipient, and the groups whose hosts the recipient is told of; null: all hosts. */
export interface Told {
  recipient: Recipient;
  groupIds: readonly string[] | null;
}

export const keyOf = (recipient: Recipient): string =>
  recipient.channel === 'mail' ? `mail ${recipient.address.toLowerCase()}` : `webhook ${recipient.webhookId}`;

/**
 * Who is told. Each recipient is told once, however many rules name it, of the hosts of all rules that apply. `factFor`
 * says what the fact is for somebody who sees the hosts of these groups (null: all); null: it does not concern them.
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
        // As it was spelled in the first rule.
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
