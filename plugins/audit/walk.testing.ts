/** Rows of the walks through the contract: the audit log. */
import { reads, writes, type FeatureRows } from '../../test/support/rows.ts';

export const callers: FeatureRows['callers'] = {
  'administrators alone': 'checkAuditIntegrity listAuditRows exportAuditLog exportAuditLogCsv',
};

export const valid: FeatureRows['valid'] = {
  checkAuditIntegrity: writes('audit.verified', ({ must }) => must('checkAuditIntegrity')),
  listAuditRows: reads(({ must }) => must('listAuditRows')),
  exportAuditLog: reads(({ must }) => must('exportAuditLog')),
  exportAuditLogCsv: reads(({ must }) => must('exportAuditLogCsv')),
};
