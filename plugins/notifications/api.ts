/** What this plugin writes to the outbox, and the service that it offers to other features. */
import type { Tx } from '#sdk';
import type { JobState } from '#sdk/patching.ts';

/** A job has ended, or stands still until a person decides. Who is told is found out afterwards. */
export interface JobFact {
  happened: 'ended' | 'paused';
  jobId: string;
  state: JobState;
  /** Why it is in that state; null where there is nothing to say. */
  reason: string | null;
  /** The sequence number of the job's last event at that time. */
  seq: number;
  /** RFC 3339. */
  at: string;
}

/** A backup could not be made; times are RFC 3339. */
export interface BackupFact {
  id: string;
  at: string;
  message: string;
  directory: string;
  lastMadeAt: string | null;
}

/** What a mail about a scheduled report says. */
export type ReportContent = {
  /** The name of the schedule. */
  name: string;
  reportType: string;
  /** Absent in content that an older manager wrote. */
  format?: 'csv' | 'pdf';
  authorName: string;
} & (
  | {
      fact: 'report.made';
      /** RFC 3339. */
      from: string;
      to: string;
      group: string | null;
      rows: number;
      /** False: the file is too large, and the mail says where to fetch it. */
      isAttached: boolean;
      /**
       * The sizes of the file and of what a mail may carry, in words. These three are absent in what an older manager
       * wrote.
       */
      size?: string;
      sizeAllowed?: string;
      groupId?: string | null;
      figures: { label: string; value: string }[];
    }
  | { fact: 'report.failed'; why: string }
);

export interface ReportMail {
  /** Names the run: its mail goes to nobody twice. */
  key: string;
  at: Date;
  content: ReportContent;
  to: readonly string[];
  attachment: { fileName: string; contentType: string; data: Buffer } | null;
}

/** What became of one mail of a report. */
export interface ReportMailState {
  recipient: string;
  /** `dead`: given up, or refused. `dropped`: mail was switched off, or the file is gone. */
  state: 'waiting' | 'sent' | 'dead' | 'dropped';
  /** What the mail server said last, or why nothing was sent; null before the first attempt. */
  answer: string | null;
}

/** A token that has given itself another secret. */
export interface RotatedToken {
  id: string;
  name: string;
  /** User name of its owner, or the name of the service account. */
  owner: string;
  /** The account of the person who made it; the owner, unless that is a service account. */
  makerId: string;
  /** Whether its maker is its owner. */
  isOwn: boolean;
  /** From where it called. */
  address: string;
  at: Date;
  previousUntil: Date;
}

/** A backup of the manager that could not be made. */
export interface FailedBackup {
  /** Of the backup: nobody is told of it twice. */
  id: string;
  at: Date;
  message: string;
  directory: string;
  lastMadeAt: Date | null;
}

export interface NotificationsService {
  /** Tells everybody who is told of the whole fleet, once the transaction has committed. */
  tellOfFailedBackup(tx: Tx, failed: FailedBackup): Promise<void>;
  /** Mails to whoever made a token that it has given itself another secret, when the transaction commits. */
  tellOfRotation(tx: Tx, token: RotatedToken): Promise<void>;
  /** Whether mail is set up and switched on now. */
  isMailOn(): Promise<boolean>;
  /** Writes the mail for sending when the transaction commits; each delivery is in the log. */
  mailReport(tx: Tx, mail: ReportMail): Promise<void>;
  /** The mails of each run, by its key; a run that mailed nothing, or that the log no longer has, is missing. */
  reportMails(keys: readonly string[]): Promise<ReadonlyMap<string, readonly ReportMailState[]>>;
}

declare module '#sdk' {
  interface OutboxTopics {
    'notifications.jobFact': JobFact;
    'notifications.backupFact': BackupFact;
    /** Mails. */
    'notifications.delivery': { deliveryId: string };
    'notifications.call': { deliveryId: string };
    /** Calls of webhooks that were slow before. */
    'notifications.slowCall': { deliveryId: string };
  }
  interface Services {
    /** Sends reports by mail. */
    notifications: NotificationsService;
  }
}
