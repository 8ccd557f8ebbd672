/** Many places at once, as columns: their bounds, and how clusters are drawn. */
import type { GeoJSONSourceSpecification, StyleSpecification } from 'maplibre-gl'
import { mapStyle, type Tiles } from './map-style.ts'

/** The same index in every column is one point. */
export interface Points {
  ids: readonly number[]
  lngs: readonly number[]
  lats: readonly number[]
  colors: readonly (string | null)[] | null
}

/** West, south, east, north. */
export type Bounds = readonly [number, number, number, number]

/** The smallest window that contains all of them; null where there are none. */
export function boundsOf({ lngs, lats }: Pick<Points, 'lngs' | 'lats'>): Bounds | null {
  if (lngs.length === 0) return null
  let [west, south, east, north] = [180, 90, -180, -90]
  lngs.forEach((lng, at) => {
    const lat = lats[at] ?? 0
    west = Math.min(west, lng)
    east = Math.max(east, lng)
    south = Math.min(south, lat)
    north = Math.max(north, lat)
  })
  return [west, south, east, north]
}

/** A window across the 180th meridian has a west beyond its east, or an edge beyond 180 degrees. */
export function isWithin(lng: number, lat: number, [west, south, east, north]: Bounds): boolean {
  if (lat < south || lat > north) return false
  if (east - west >= 360) return true
  const turned = ((((lng - west) % 360) + 360) % 360) + west
  return turned <= (east < west ? east + 360 : east)
}

/** Whether a filter returned other points, or only some of them changed. */
export function isOtherSet(before: Points, after: Points): boolean {
  const known = new Set(before.ids)
  const stayed = after.ids.reduce((sum, id) => sum + Number(known.has(id)), 0)
  return stayed < Math.max(before.ids.length, after.ids.length) * 0.8
}

export function featuresOf({ ids, lngs, lats, colors }: Points): GeoJSONSourceSpecification['data'] {
  return {
    type: 'FeatureCollection',
    features: ids.map((id, at) => ({
      type: 'Feature',
      properties: { id, color: colors?.[at] ?? '' },
      geometry: { type: 'Point', coordinates: [lngs[at] ?? 0, lats[at] ?? 0] },
    })),
  }
}

export interface PointColors {
  /** Clusters, and points without a colour of their own. */
  accent: string
  /** The outline of each. */
  edge: string
}

const nothing: GeoJSONSourceSpecification['data'] = { type: 'FeatureCollection', features: [] }

export function pointsStyle(
  isDark: boolean,
  tiles: Tiles | null,
  data: GeoJSONSourceSpecification['data'],
  { accent, edge }: PointColors,
): StyleSpecification {
  const world = mapStyle(isDark, tiles)
  const circle = { 'circle-stroke-color': edge, 'circle-stroke-width': 1.5 }
  return {
    ...world,
    sources: {
      ...world.sources,
      // One level less than the map has, so that the last one shows every point.
      points: { type: 'geojson', data, cluster: true, clusterRadius: 46, clusterMaxZoom: 12 },
      marked: { type: 'geojson', data: nothing },
    },
    layers: [
      ...world.layers,
      {
        id: 'clusters',
        type: 'circle',
        source: 'points',
        filter: ['has', 'point_count'],
        paint: {
          ...circle,
          'circle-color': accent,
          'circle-radius': ['step', ['get', 'point_count'], 13, 10, 16, 100, 20, 1000, 26, 10_000, 32],
        },
      },
      {
        id: 'counts',
        type: 'symbol',
        source: 'points',
        filter: ['has', 'point_count'],
        layout: {
          'text-field': ['get', 'point_count_abbreviated'],
          'text-size': 12,
          'text-allow-overlap': true,
        },
        paint: { 'text-color': '#ffffff' },
      },
      {
        id: 'points',
        type: 'circle',
        source: 'points',
        filter: ['!', ['has', 'point_count']],
        paint: {
          ...circle,
          'circle-color': [
            'case',
            ['==', ['get', 'color'], ''],
            accent,
            ['to-color', ['get', 'color'], accent],
          ],
          'circle-radius': 7,
        },
      },
      {
        id: 'marked',
        type: 'circle',
        source: 'marked',
        paint: {
          'circle-color': accent,
          'circle-opacity': 0.35,
          'circle-radius': 16,
          'circle-stroke-color': accent,
          'circle-stroke-width': 3,
        },
      },
    ],
  }
}
