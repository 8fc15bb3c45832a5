import type { Context } from '#sdk';
import { DataSetModel } from '../models.ts';

/** The imported data sets, by kind. */
export const listDataSets = async (ctx: Context): Promise<DataSetModel[]> =>
  await DataSetModel.query(ctx.db.reader).whereNotNull('import_id').orderBy('kind');
