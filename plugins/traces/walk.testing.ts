/** Rows of the walks through the contract: traces of jobs. */
import { writes, type FeatureRows } from '../../test/support/rows.ts';

export const callers: FeatureRows['callers'] = { 'administrators alone': 'testTraces' };

export const valid: FeatureRows['valid'] = {
  testTraces: writes('settings.tested', async ({ must }) => {
    await must('updateSettings', { body: { traces: { endpoint: 'http://127.0.0.1:4318' } } });
    await must('testTraces');
    await must('updateSettings', { body: { traces: { endpoint: '' } } });
  }),
};
