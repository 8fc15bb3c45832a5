/** What other plugins may use of the certificates plugin: types only. */
import type { Ending, EndingKind } from '#sdk/agents.ts';

/** A certificate of the operator's own, which the manager shows on its listener. */
export type CustomEnding = Pick<Ending, 'subject' | 'name' | 'startsAt' | 'endsAt'>;

/** Something that ends so soon that a person must see to it. */
export interface Expiry {
  kind: EndingKind | 'custom';
  /** Identifies the thing for as long as it is the same one. */
  subject: string;
  /** A name for people; a host's is whatever the host calls itself. */
  name: string;
  hostId: string | null;
  endsAt: Date;
  /** Whole days that are left; 0: less than one, or it has ended. */
  daysLeft: number;
  /** The last threshold that was crossed, in days before the end; 0: it has ended. */
  threshold: number;
  /** What a person must do, as a sentence or two. */
  todo: string;
}

export interface CertificatesPluginService {
  /** What ends soon, over all hosts, the most urgent first. */
  expiries(): Promise<Expiry[]>;
}

declare module '#sdk' {
  interface Services {
    /** What ends by itself and has to be renewed. */
    certificates: CertificatesPluginService;
  }
  interface Hooks {
    /** The operator's own certificates that this manager shows. */
    'certificates.endings': { question: object; answer: CustomEnding[] };
  }
}
