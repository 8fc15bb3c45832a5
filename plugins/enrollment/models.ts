import { BaseModel } from '#sdk';
import type { HostConnection } from '#sdk/hosts.ts';
import type { RequestState } from './domain.ts';

export class RequestModel extends BaseModel {
  static override tableName = 'enrollment_requests';
  static override jsonAttributes = ['osDetails'];
  static override timestamps = ['createdAt', 'expiresAt', 'decidedAt', 'fetchedAt'];

  declare id: string;
  declare machineId: string;
  declare fqdn: string;
  declare ipAddress: string;
  declare port: number;
  /** How its agent says that it is reached. */
  declare connection: HostConnection;
  declare osDetails: Record<string, string>;
  /** An approval is for this request's key, whatever else arrives under the same machine id. */
  declare csrPem: string;
  declare publicKeyPin: string;
  /** SHA-256; the token itself is not stored. */
  declare pollingTokenHash: string;
  /** Where the request came from; decides whether a loopback address is allowed. */
  declare sourceAddress: string | null;
  /** The network of that address, by which crowds are counted; null: not pending since this was first counted. */
  declare sourceNetwork: string | null;
  /** The enrollment token that was sent; null without one. */
  declare tokenId: string | null;
  /** The state that was written last; a pending request whose time is over counts as expired (`stateAt`). */
  declare state: RequestState;
  /** Set by the approval. */
  declare hostId: string | null;
  declare certificatePem: string | null;
  declare createdAt: Date;
  /** 24 hours after the request; the approval gives the agent another 24 to fetch its certificate. */
  declare expiresAt: Date;
  declare decidedAt: Date | null;
  /** Who approved or denied; null: nobody, or it was before this was recorded. */
  declare decidedByKind: 'user' | 'token' | null;
  declare decidedByName: string | null;
  /** When the agent first got its certificate; null before. */
  declare fetchedAt: Date | null;
}

export class TokenModel extends BaseModel {
  static override tableName = 'enrollment_tokens';
  static override timestamps = ['expiresAt', 'createdAt', 'lastUsedAt'];

  declare id: string;
  declare name: string | null;
  declare nameKey: string | null;
  declare secretHash: string;
  declare maxUses: number;
  declare uses: number;
  /** CIDR; null: from anywhere. */
  declare allowedNetwork: string | null;
  declare expiresAt: Date;
  declare createdById: string | null;
  declare createdByName: string;
  declare createdAt: Date;
  declare lastUsedAt: Date | null;
}
