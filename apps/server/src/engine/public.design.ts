/** Rules and steps for features that change the definitions of collections, fields and views. */
export { addUniqueIndex, dropUniqueIndex, findDuplicates, uniqueKeys } from './indexes/unique.ts'
export { addFields, type NewField } from './model/add-fields.ts'
export { addColumns, addFixedIndexes, dropIndexes, linkTableName } from './model/columns.ts'
export { checkDefault, checkSettings, checkUnique, lacksList } from './model/field-rules.ts'
export { setDeleted, setRanks, updateFieldRow } from './model/fields.repo.ts'
export { checkFiltersHold, checkMembershipFilter, checkRowRule } from './model/filters-hold.ts'
export type { DesignHolder, LosingChange, LostParts } from './model/held-design.ts'
export { newOrder } from './model/new-order.ts'
export { presentField, presentFor, readableFields } from './model/present-field.ts'
export { refreshCatalogue, refreshCatalogueTask, refreshRecords } from './model/refresh-catalogue.ts'
export { freeTableName } from './model/table-names.ts'
export {
  type Definition,
  type TypeChangeDetails,
  typeChangeDetailsSchema,
} from './model/type-change-details.ts'
export { fieldOfKey } from './model/view-fields.ts'
export { viewColumns } from './model/views.sql.ts'
