/** What other features may use of records. */
export { CreateDrawer } from './components/CreateDrawer.tsx'
export { RecordDrawer } from './components/RecordDrawer.tsx'
export { RunningOperations, useWatchOperations } from './components/RunningOperations.tsx'
export { RecordCard } from './page/RecordCard.tsx'
