/** What other features may use of maps. */
export { PointMap } from './components/LazyPointMap.tsx'
export { PointsMap } from './components/LazyPointsMap.tsx'
export type { PointsMapHandle } from './components/PointsMap.tsx'
export type { MapState } from './draw-map.ts'
export type { Tiles as MapTiles } from './map-style.ts'
export { type Bounds, isWithin } from './points.ts'
