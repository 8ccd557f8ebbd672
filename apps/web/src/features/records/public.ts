/** What other features may use of records. */
export { RunningActs, useWatchActs } from './components/RunningActs.tsx'
export { RecordCard } from './page/RecordCard.tsx'
