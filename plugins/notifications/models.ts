import { BaseModel } from '#sdk';
import type { Content, DeliveredFact, Fact } from './domain/contents.ts';
import type { FormatName } from './domain/formats/formats.ts';

/** An address at which a program wants to be told. */
export class WebhookModel extends BaseModel {
  static override tableName = 'notifications_webhooks';
  static override timestamps = ['createdAt', 'updatedAt'];
  static override booleans = ['enabled'];

  declare id: string;
  declare name: string;
  declare nameKey: string;
  /** Who is called, and how calls to it look. */
  declare format: FormatName;
  /** What may be shown: scheme, host and port, and a mask for what follows. */
  declare url: string;
  /** The whole address: paths and queries are often secrets by themselves. Opened only for a call. */
  declare sealedUrl: string;
  /** Whoever has it can sign as this manager, or act with this key; empty: the address alone. Opened only for a delivery. */
  declare sealedSecret: string;
  declare enabled: boolean;
  /** Raised by people's edits alone; the ETag. */
  declare editVersion: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}

/** Who is told of what. */
export class RuleModel extends BaseModel {
  static override tableName = 'notifications_rules';
  static override jsonAttributes = ['facts', 'groupIds', 'recipients', 'webhookIds'];
  static override timestamps = ['createdAt', 'updatedAt'];
  static override booleans = ['enabled'];

  declare id: string;
  declare name: string;
  declare nameKey: string;
  declare enabled: boolean;
  declare facts: Fact[];
  /** Empty: all hosts. */
  declare groupIds: string[];
  /** Mail addresses. */
  declare recipients: string[];
  declare webhookIds: string[];
  declare editVersion: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}

/** What is told to all recipients who see the same hosts. Written once, and never changed. */
export class MessageModel extends BaseModel {
  static override tableName = 'notifications_messages';
  static override jsonAttributes = ['content'];
  static override timestamps = ['at'];

  declare id: string;
  declare fact: DeliveredFact;
  /** Null: the message is about no job. */
  declare jobId: string | null;
  declare jobSeq: number | null;
  /** When it happened. */
  declare at: Date;
  declare content: Content;
}

export type Channel = 'mail' | 'webhook';

/** `dropped`: mail or webhook was switched off, or is gone, before it was sent. `dead`: given up. */
export type DeliveryState = 'waiting' | 'sent' | 'dead' | 'dropped';

/** One message on its way to one recipient. */
export class DeliveryModel extends BaseModel {
  static override tableName = 'notifications_deliveries';
  static override timestamps = ['lastTriedAt', 'createdAt', 'endedAt'];

  /** Made of the fact and the recipient: the id of the webhook's call, and part of the Message-ID. */
  declare id: string;
  declare messageId: string;
  /** A `test` has no message: it is made and sent at once. */
  declare fact: DeliveredFact | 'test';
  declare jobId: string | null;
  declare channel: Channel;
  /** The mail address, or the webhook's name as it was then. */
  declare recipient: string;
  /** Null for a mail. */
  declare webhookId: string | null;
  declare state: DeliveryState;
  /** Attempts that have ended since it was last put on its way. */
  declare tries: number;
  /** The id of its message in the outbox, by which it is revived; null before the first attempt. */
  declare outboxId: string | null;
  /** What the other side said last, or why it said nothing; null before the first attempt. */
  declare lastAnswer: string | null;
  declare lastTriedAt: Date | null;
  declare createdAt: Date;
  /** When it was sent, given up or dropped. */
  declare endedAt: Date | null;
}

/** Somebody who wants to hear of the end of a job; deleted once it has ended. */
export class WatchModel extends BaseModel {
  static override tableName = 'notifications_watches';
  static override timestamps = ['createdAt'];

  declare id: string;
  declare jobId: string;
  declare accountId: string;
  declare createdAt: Date;
}

/** A reminder that was written: each start is told of once for each lead. */
export class ReminderModel extends BaseModel {
  static override tableName = 'notifications_reminders';
  static override idColumn = ['start_at', 'lead'];
  static override timestamps = ['startAt', 'createdAt'];

  declare startAt: Date;
  declare lead: string;
  declare createdAt: Date;
}

/** A warning that something ends was sent, once for each threshold. */
export class ExpiryModel extends BaseModel {
  static override tableName = 'notifications_expiries';
  static override idColumn = ['subject', 'threshold'];
  static override timestamps = ['endsAt', 'createdAt'];

  declare subject: string;
  /** Days before the end. */
  declare threshold: number;
  declare endsAt: Date;
  declare createdAt: Date;
}

/** A piece of a message's attachment, in order. Kept for a week: a file is large, and its report can be made again. */
export class AttachmentModel extends BaseModel {
  static override tableName = 'notifications_attachments';
  static override idColumn = ['message_id', 'part'];
  static override timestamps = ['createdAt'];

  declare messageId: string;
  declare part: number;
  declare fileName: string;
  declare contentType: string;
  declare data: Buffer;
  declare createdAt: Date;
}
