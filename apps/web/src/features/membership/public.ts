/** What other features may use of records in collections. */
export { ArrangeDialog } from './components/ArrangeDialog.tsx'
export { CollectionActions } from './components/CollectionActions.tsx'
export { Explanation } from './components/Explanation.tsx'
export { RecordCollections } from './components/RecordCollections.tsx'
export { WhyDialog } from './components/WhyDialog.tsx'
export { usePlace } from './use-place.ts'
