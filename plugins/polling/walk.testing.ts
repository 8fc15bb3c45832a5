/** Rows of the walks through the contract: the refresh of a host. */
import { writes, type FeatureRows } from '../../test/support/rows.ts';
import { duplicated, hostAt } from '../../test/support/walk/made.ts';
import { call, cut, refused } from '../../test/support/scope/calls.ts';

export const callers: FeatureRows['callers'] = { 'administrators and operators': 'refreshHost' };

export const valid: FeatureRows['valid'] = {
  refreshHost: writes('host.refreshed', (w) => w.must('refreshHost', hostAt(w, 0), hostAt(w, 1))),
};

export const mistakes: FeatureRows['mistakes'] = [
  {
    code: 'HOST_UNREACHABLE',
    during({ kit }) {
      kit.hosts[2]?.agent.fail('refreshPatches');
      return () => kit.hosts[2]?.agent.recover();
    },
    at: { refreshHost: (w) => hostAt(w, 2) },
  },
  { code: 'DUPLICATE_IDENTITY', during: duplicated, at: { refreshHost: (w) => hostAt(w, 1) } },
];

export const scope: FeatureRows['scope'] = {
  async refreshHost(w) {
    await refused(call(w, 'refreshHost', { path: [w.theirs[0].id] }), 404, 'HOST_NOT_FOUND');
    await cut(w, call(w, 'refreshHost', { path: [w.mine[0].id] }), 202);
  },
};
