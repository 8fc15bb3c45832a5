/** Rows of the walks through the contract: what the web UI asks first. */
import { reads, type FeatureRows } from '#test/support/rows.ts';

export const callers: FeatureRows['callers'] = {
  'everybody who is signed in': 'getUi',
  'who must set up a second factor': 'getUi',
};

export const noHosts = 'getUi';

export const valid: FeatureRows['valid'] = {
  getUi: reads(({ must }) => must('getUi')),
};
