import { BaseModel, type HostScope } from '../../server/plugin.ts';
import type { SchedulePeriod } from './domain/period.ts';
import type { ReportType } from './domain/types.ts';

/** A report that recurs, with what became of its last run. */
export class ScheduleModel extends BaseModel {
  static override tableName = 'reports_schedules';
  static override jsonAttributes = ['recipients', 'scope'];
  static override booleans = ['enabled'];
  static override timestamps = [
    ...['nextStartAt', 'runStartAt', 'runDueAt', 'runEndedAt', 'createdAt', 'updatedAt'],
  ];

  declare id: string;
  declare name: string;
  declare enabled: boolean;
  declare reportType: ReportType;
  declare format: 'csv' | 'pdf';
  declare period: SchedulePeriod;
  /** Null: the period is no number of days. */
  declare periodDays: number | null;
  declare groupId: string | null;
  declare timezone: string;
  declare rrule: string;
  declare recipients: string[];
  /** What who saved it last could see then; groups in it are looked up anew at each start. */
  declare scope: { hosts: HostScope };
  /** Who saved it last; null: an account that is gone. */
  declare authorId: string | null;
  declare authorName: string;
  /** Null: it is paused, or the rule has ended. By the database's clock. */
  declare nextStartAt: Date | null;
  /** Of the run that is under way, else of the last one; null before the first. */
  declare runStartAt: Date | null;
  /** `making`: a manager is at it until `runDueAt`, then any may take it up. */
  declare runState: 'making' | 'mailed' | 'failed' | null;
  declare runTries: number;
  declare runDueAt: Date | null;
  declare runMessage: string | null;
  declare runEndedAt: Date | null;
  /** Raised by people's edits alone; the ETag. */
  declare editVersion: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}
