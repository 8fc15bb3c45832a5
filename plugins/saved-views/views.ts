import {
  type Actor,
  AppError,
  BaseModel,
  type Context,
  Editable,
  etags,
  type idempotent,
  type Tx,
} from '#sdk';
import type { ActedBy } from '#sdk/hosts.ts';

/** Of all pages and people: the menu of a page lists them all. */
const MOST_VIEWS = 200;
/** So that no account takes all the room. */
const MOST_OF_ONE = 50;
/** Whoever administers the manager cleans up after those who left. */
const TIDIES = 'settings:manage';

/** The filters and the order of a page, under a name, for everybody who may read. */
export class ViewModel extends BaseModel {
  static override tableName = 'saved_views_views';
  static override timestamps = ['createdAt', 'updatedAt'];

  declare id: string;
  declare name: string;
  declare nameKey: string;
  /** Path of the page: `/hosts`. */
  declare page: string;
  /** As it stands in the address, without `?`: `severity=critical&sort=-age`. */
  declare query: string;
  /** Who shares it; null: the account was deleted. */
  declare createdById: string | null;
  declare createdByName: string;
  declare editVersion: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}

const edits = new Editable(ViewModel, {
  kind: 'saved_view',
  full: 'SAVED_VIEW_LIMIT_REACHED',
  fields: ['name', 'page', 'query'],
  parentOf: ({ page }) => page,
  notFound: (id) => new AppError('SAVED_VIEW_NOT_FOUND', { details: { view_id: id } }),
});

export type ViewDraft = Pick<ViewModel, 'name' | 'page' | 'query'>;

export interface ViewEdit {
  id: string;
  ifMatch: etags.IfMatch;
}

/** Those of one page, or all. */
export const listViews = ({ db }: Context, page?: string): Promise<ViewModel[]> =>
  ViewModel.query(db.reader)
    .where(page === undefined ? {} : { page })
    .execute();

/** Throws SAVED_VIEW_NOT_FOUND. */
export const readView = ({ db }: Context, id: string): Promise<ViewModel> => edits.read(db.reader, id);

/** Throws NAME_TAKEN, SAVED_VIEW_LIMIT_REACHED. */
export const createView = (
  ctx: Context,
  { call, draft }: { call: idempotent.Call; draft: ViewDraft },
  by: ActedBy,
): Promise<ViewModel> =>
  ctx.tx((tx) => edits.once(ctx, tx, call, () => insertView(ctx, tx, draft, by)), {
    name: 'savedViews.create',
  });

async function insertView(ctx: Context, tx: Tx, draft: ViewDraft, by: ActedBy): Promise<ViewModel> {
  const createdById = ownerOf(by.actor);
  await edits.refuseFull(tx, MOST_VIEWS);
  await edits.refuseFull(tx, MOST_OF_ONE, { created_by_id: createdById });
  return edits.insert(ctx, tx, { ...draft, createdById, createdByName: by.actor.name }, { by });
}

/** Throws SAVED_VIEW_NOT_FOUND, PRECONDITION_FAILED, FORBIDDEN (another's view), NAME_TAKEN. */
export const updateView = (
  ctx: Context,
  { id, ifMatch, change }: ViewEdit & { change: Partial<Pick<ViewDraft, 'name' | 'query'>> },
  by: ActedBy,
): Promise<ViewModel> =>
  ctx.tx(
    async (tx) => {
      const before = await edits.locked(tx, id, ifMatch);
      refuseStranger(before, by.actor);
      const set = { ...edits.draftOf(before), ...change };
      return etags.changesNothing(before, set) ? before : edits.update(ctx, tx, { before, set }, { by });
    },
    { name: 'savedViews.update' },
  );

/** Throws SAVED_VIEW_NOT_FOUND, PRECONDITION_FAILED, FORBIDDEN (another's view). */
export const deleteView = (ctx: Context, { id, ifMatch }: ViewEdit, by: ActedBy): Promise<void> =>
  ctx.tx(
    async (tx) => {
      const before = await edits.locked(tx, id, ifMatch);
      refuseStranger(before, by.actor);
      await edits.delete(ctx, tx, [before], { by });
    },
    { name: 'savedViews.delete' },
  );

/** In the transaction that removes an account: what others use stays, and belongs to nobody. */
export const forgetOwner = async (tx: Tx, accountId: string): Promise<void> =>
  void (await ViewModel.query(tx.knex).where('created_by_id', accountId).patch({ createdById: null }));

const ownerOf = ({ id, ownerId }: Actor): string | null => ownerId ?? id;

function refuseStranger({ createdById, createdByName }: ViewModel, actor: Actor): void {
  if (createdById !== null && createdById === ownerOf(actor)) return;
  if (actor.permissions.includes(TIDIES)) return;
  throw new AppError('FORBIDDEN', {
    message: `This view is shared by ${createdByName}. Only its owner and administrators may change or delete it.`,
  });
}
