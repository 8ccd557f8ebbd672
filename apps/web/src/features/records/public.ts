/** What other features may use of records. */
export { RecordCard } from './page/RecordCard.tsx'
