/** Rows of the walks through the contract: the certificate of the web UI. */
import { reads, type FeatureRows } from '../../test/support/rows.ts';
import { confirmOverTls } from '../../test/support/walk/listener.ts';

export const callers: FeatureRows['callers'] = { 'administrators alone': 'getWebTls confirmWebTls' };

export const valid: FeatureRows['valid'] = {
  getWebTls: reads(({ must }) => must('getWebTls')),
  confirmWebTls: {
    none: 'it is called at a manager of its own, whose log is looked into there',
    by: confirmOverTls,
  },
};
