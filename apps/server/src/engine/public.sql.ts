/** Building blocks, with the row rules included, for features that write their own SQL over records. */
export { prepared } from './access/prepared.ts'
export { isLinks } from './model/columns.ts'
export { homeTable } from './model/home-table.ts'
export { dayOfYear, daysOfYear } from './query/day-of-year.ts'
export { collectionIds, detailSql } from './query/detail.ts'
export {
  all,
  always,
  any,
  filterToSql,
  livingRows,
  membershipToSql,
  rowsToSql,
  tableOf,
  tables,
} from './query/filter-to-sql.ts'
export {
  decodeCursor,
  encodeCursor,
  markOf,
  pageSql,
  type Selection,
  selectionFrom,
  selectionOf,
} from './query/page.ts'
export { checkReadsEverywhere, disclosableRows, readsAllOf, readsEverywhere } from './query/reads-all.ts'
export { searchableRows, searchToSql } from './query/search.ts'
export { avatarSql, linkedObject, referenceFields, selectedFields, valuesRow } from './query/select.ts'
export { nameSql, orderOf, orderSql, type Position } from './query/sort.ts'
export { systemColumn, systemRows } from './query/system-fields.ts'
export { countUses, fieldsUsing, usedItems, usesIn } from './query/uses.sql.ts'
export { matchesEmpty } from './storage/conditions.ts'
export { storageOf } from './storage/index.ts'
export { columnOf, linkTable, partName } from './storage/storage.ts'
export { traitsOf } from './storage/traits.ts'
export {
  elements,
  holdsFiles,
  isVisibleRecord,
  jsonObject,
  own,
  refersToRecords,
  writtenColumns,
} from './write/columns.sql.ts'
export { membershipSource, membershipSql } from './write/membership.sql.ts'
export { runMove } from './write/move.ts'
export { byOf, eventsIn, insertCreatedRanges, insertEvents, rangesOf } from './write/mutate.sql.ts'
export { targetSql } from './write/target.sql.ts'
export {
  avatarOf,
  jsonOf,
  linkIdsOf,
  maxName,
  nameOf,
  searchDocumentOf,
  searchedFields,
  searchTextOf,
  textOf,
  type ValuePlace,
} from './write/texts.sql.ts'
export { trashSql } from './write/trash.sql.ts'
export {
  type Change,
  canBeTyped,
  columnChange,
  newColumn,
  typedDifference,
  type UpdateStatement,
  updateSql,
  valuesAfter,
} from './write/update.sql.ts'
