/** Rows of the walks through the contract: metrics. */
import * as assert from 'uvu/assert';
import { reads, type FeatureRows } from '../../test/support/rows.ts';

export const callers: FeatureRows['callers'] = { 'administrators alone': 'getMetrics' };

export const valid: FeatureRows['valid'] = {
  getMetrics: reads(async ({ must }) => {
    assert.match(await must<string>('getMetrics'), /^fleetmend_hosts\{health="healthy"\} \d+$/m);
  }),
};
