/** What other features may use of maps. */
export { PointMap } from './components/LazyPointMap.tsx'
