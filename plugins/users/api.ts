import type { Tx } from '#sdk';
import type { Account, ChangedBy } from '#sdk/identity.ts';

export interface UsersService {
  /** The people who have had a secret of this service account in hand; empty for a person's account. */
  handsOn(accountId: string): Promise<readonly string[]>;
  /** The groups to whose hosts an account is limited; null: all hosts. */
  scopeOf(tx: Tx, accountId: string): Promise<readonly string[] | null>;
  /**
   * Limits an account to the hosts of these groups (at most 100; null: all hosts), in the transaction that changes the
   * account. Returns false when that was its limit already. Throws GROUP_NOT_FOUND, and VALIDATION_FAILED for groups of
   * an administrator, who sees all hosts.
   */
  setScope(
    tx: Tx,
    account: Pick<Account, 'id' | 'username' | 'role'>,
    groupIds: readonly string[] | null,
    by: ChangedBy,
  ): Promise<boolean>;
}

declare module '#sdk' {
  interface Services {
    /** Which hosts an account may see. */
    users: UsersService;
  }
  interface Hooks {
    /**
     * Asked at each call with an API token, after its owner was found enabled and without a password to change: may the
     * owner's tools work now? `refused`: no, for example because the owner must first set up a second factor.
     */
    'users.tokenOwner': { question: { account: Account }; answer: 'fit' | 'refused' };
  }
}
