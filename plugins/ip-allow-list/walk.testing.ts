/** Rows of the walks through the contract: the list of addresses that may call. */
import { reads, writes, type FeatureRows } from '../../test/support/rows.ts';
import { NETWORK } from '../../test/support/walk/world.ts';

export const callers: FeatureRows['callers'] = {
  'administrators alone': 'getIpAllowList updateIpAllowList',
  'with a fresh proof': 'updateIpAllowList',
};

export const valid: FeatureRows['valid'] = {
  getIpAllowList: reads(({ must }) => must('getIpAllowList')),
  updateIpAllowList: writes('settings.updated', ({ must }) =>
    must('updateIpAllowList', { body: { entries: ['127.0.0.1', '::1', NETWORK] } }),
  ),
};

export const mistakes: FeatureRows['mistakes'] = [
  { code: 'WOULD_LOCK_OUT', at: { updateIpAllowList: () => ({ body: { entries: ['10.200.0.0/16'] } }) } },
];
