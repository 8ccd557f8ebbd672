/** The public API of collections for other features. */
export {
  addCollection,
  firstFieldsOf,
  getCollection,
  restoreWithin,
  setAvatarField,
  trashWithin,
} from './collections.service.ts'
export type { InternalKind } from './internal-kind.ts'
export { removeRecords } from './purge.ts'
