import { ApiError } from '#web/core/apiError.ts';
import { api, must } from '#web/core/api.ts';
import { confirmAction } from '#web/components/fm-confirm/fm-confirm.ts';
import type { Schemas } from '#web/core/schema.ts';
import { upload, type UploadOptions } from '#web/core/upload.ts';
import { kindTexts } from '#web/domain/exposure/kinds.ts';
import { texts, withoutQuery } from './texts.ts';

export type DataSet = Schemas['ExposureDataSet'];
export type Kind = Schemas['ExposureDataSetKind'];

export interface Chosen {
  file: File;
  /** When the file was published, where it does not tell that itself; else null. */
  publishedAt: Date | null;
}

/**
 * Sends the file. If the manager refuses it as older or much smaller, the person is told so and may have it sent again.
 * Null: the person declined.
 */
export async function importFile(
  kind: Kind,
  { file, publishedAt }: Chosen,
  options: UploadOptions,
): Promise<DataSet | null> {
  const query: Record<string, string> = publishedAt ? { published_at: publishedAt.toISOString() } : {};
  // Renews an expired token before a large file is sent.
  await must(api.GET('/api/v1/exposure/data-sets', { signal: options.signal }));
  try {
    return await send(kind, file, { options, query });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'DATA_SET_OLDER') throw error;
    const isSure = await confirmAction({
      title: texts.olderTitle(kindTexts(kind).name),
      text: `${withoutQuery(error.message)} ${texts.olderMore}`,
      items: [file.name],
      action: texts.olderAction,
    });
    return isSure ? send(kind, file, { options, query: { ...query, older: 'true' } }) : null;
  }
}

const send = (
  kind: Kind,
  file: File,
  { options, query }: { options: UploadOptions; query: Record<string, string> },
): Promise<DataSet> =>
  upload(
    `/api/v1/exposure/data-sets/${encodeURIComponent(kind)}?${new URLSearchParams(query)}`,
    file,
    options,
  );
