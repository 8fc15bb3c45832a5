import { BaseModel, type HostScope } from '#sdk';
import type { SchedulePeriod } from './domain/period.ts';
import type { ReportType } from './domain/types.ts';

/** A report that recurs, with the outcome of its last run. */
export class ScheduleModel extends BaseModel {
  static override tableName = 'reports_schedules';
  static override jsonAttributes = ['recipients', 'scope'];
  static override booleans = ['enabled'];
  static override timestamps = [
    'nextStartAt',
    'lookAt',
    'runStartAt',
    'runDueAt',
    'runEndedAt',
    'createdAt',
    'updatedAt',
  ];

  declare id: string;
  declare name: string;
  declare nameKey: string;
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
  /** The hosts that whoever saved it last could see then; groups in it are looked up anew at each start. */
  declare scope: { hosts: HostScope };
  /** The account that saved it last; null: it is gone. */
  declare authorId: string | null;
  declare authorName: string;
  /** Null: it is paused, or the rule has ended. By the database's clock. */
  declare nextStartAt: Date | null;
  /** When a manager looks at it next; null: it is paused. */
  declare lookAt: Date | null;
  /** Start of the run that is under way, else of the last one; null before the first. */
  declare runStartAt: Date | null;
  /** `making`: a manager has the run until `runDueAt`; then any may take it. */
  declare runState: 'making' | 'mailed' | 'failed' | null;
  declare runTries: number;
  declare runDueAt: Date | null;
  declare runMessage: string | null;
  declare runEndedAt: Date | null;
  /** Raised only by people's edits; it is the ETag. */
  declare editVersion: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}
