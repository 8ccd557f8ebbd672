/** What other features may use of collections. */
export { CollectionName } from './components/CollectionName.tsx'
export { SmartCollectionDialog } from './components/LazySmartCollection.tsx'
export { RecordCount } from './components/RecordCount.tsx'
export { useCollectionAdmin } from './use-collection-admin.ts'
