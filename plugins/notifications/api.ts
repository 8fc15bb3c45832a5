/** What this plugin writes to the outbox; it tells other features nothing. */
import type { JobState, Tx } from '../../server/plugin.ts';

/** That a job has ended, or stands still until a person decides. Who is told is found out afterwards. */
export interface JobFact {
  happened: 'ended' | 'paused';
  jobId: string;
  state: JobState;
  /** Why it is in that state; null where there is nothing to say. */
  reason: string | null;
  /** Of the job's last event then. */
  seq: number;
  /** RFC 3339. */
  at: string;
}

/** What a mail about a scheduled report says. */
export type ReportContent = {
  /** Of the schedule. */
  name: string;
  reportType: string;
  /** Absent in what an older manager wrote. */
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
      /** Else it is too large, and the mail says where it is to be had. */
      isAttached: boolean;
      /** Of the file, and of what a mail may carry, in words. These three are absent in what an older manager wrote. */
      size?: string;
      sizeAllowed?: string;
      groupId?: string | null;
      figures: { label: string; value: string }[];
    }
  | { fact: 'report.failed'; why: string }
);

export interface ReportMail {
  /** Names the run: the same one is mailed to nobody twice. */
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

export interface NotificationsService {
  /** Whether mail is set up and switched on now. */
  isMailOn(): Promise<boolean>;
  /** Puts it on its way when the transaction commits; each delivery is in the log. */
  mailReport(tx: Tx, mail: ReportMail): Promise<void>;
  /** By the key of the run; of runs that mailed nothing, or that the log has forgotten, there is none. */
  reportMails(keys: readonly string[]): Promise<ReadonlyMap<string, readonly ReportMailState[]>>;
}

declare module '../../server/plugin.ts' {
  interface OutboxTopics {
    'notifications.jobFact': JobFact;
    'notifications.delivery': { deliveryId: string };
  }
  interface Services {
    notifications: NotificationsService;
  }
}
