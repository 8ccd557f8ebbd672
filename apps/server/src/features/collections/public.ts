/** What other features may use of collections. */
export {
  addCollection,
  firstFieldsOf,
  getCollection,
  restoreWithin,
  setAvatarField,
  trashWithin,
} from './collections.service.ts'
export type { InternalKind } from './internal-kind.ts'
