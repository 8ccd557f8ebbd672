/** What other features may use of maps. */
export { PointMap } from './components/LazyPointMap.tsx'
export type { Point } from './point.ts'
