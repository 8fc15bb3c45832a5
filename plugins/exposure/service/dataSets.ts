import type { Context } from '../../../server/plugin.ts';
import { DataSetModel } from '../models.ts';

/** Those that were imported, by kind. */
export const listDataSets = (ctx: Context): Promise<DataSetModel[]> =>
  DataSetModel.query(ctx.db.reader).whereNotNull('import_id').orderBy('kind');
