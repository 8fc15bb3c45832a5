/** Rows of the walks through the contract: the configuration as a file. */
import { reads, writes, type FeatureRows } from '../../test/support/rows.ts';

export const callers: FeatureRows['callers'] = {
  'administrators alone': 'exportConfiguration planConfigurationImport importConfiguration',
  'with a fresh proof': 'importConfiguration',
};

export const valid: FeatureRows['valid'] = {
  exportConfiguration: reads(async ({ must, ids }) => {
    ids['configuration'] = JSON.stringify(await must('exportConfiguration'));
  }),
  planConfigurationImport: {
    none: 'it compares, and changes nothing',
    by: async ({ must, ids }) => {
      const file = JSON.parse(ids['configuration'] ?? '') as { parts: Record<string, object> };
      file.parts = { settings: { polling: { health_poll_interval_secs: 90 } } };
      ids['configuration'] = JSON.stringify(file);
      const { hash } = await must<{ hash: string }>('planConfigurationImport', { body: { file } });
      ids['hash'] = hash;
    },
  },
  importConfiguration: writes('configuration.imported', ({ must, ids }) => {
    const file: unknown = JSON.parse(ids['configuration'] ?? '');
    return must('importConfiguration', { body: { file, hash: ids['hash'] } });
  }),
};
