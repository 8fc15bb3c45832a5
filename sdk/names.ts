/** Names that nothing else of their parent has: a migration makes `columns.nameKey(t)`, and `Editable` does the rest. */
export {
  nameKeyOf as keyOf,
  normalName as normal,
  refuseTakenName as refuseTaken,
} from '../server/kernel/editable/names.ts';
