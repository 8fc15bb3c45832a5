/** Rows of the audit log: reading them, and recording that something was tried out. */
export type {
  AuditEntryRead as EntryRead,
  AuditExport as Export,
} from '../server/kernel/security/audit/audit.ts';
export { recordTrial } from '../server/kernel/security/audit/tested.ts';
