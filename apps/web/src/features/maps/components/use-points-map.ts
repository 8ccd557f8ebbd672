/** A map with many points in clusters, which maplibre's worker makes. */
import type { Map as DrawnMap, GeoJSONSource, MapGeoJSONFeature } from 'maplibre-gl'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { drawMap, type MapState } from '../draw-map.ts'
import type { Tiles } from '../map-style.ts'
import { type Bounds, boundsOf, featuresOf, isOtherSet, type Points, pointsStyle } from '../points.ts'

export interface PointsMapOptions {
  /** Undefined: not known yet. */
  tiles: Tiles | null | undefined
  isDark: boolean
  points: Points
  /** Initial view; null shows all points. */
  start: { lat: number; lng: number; zoom: number } | null
  /** A point to highlight. */
  marked: { lng: number; lat: number } | null
  title: string
  onBounds(bounds: Bounds): void
  onOpen(id: number): void
  /** The point under the pointer. */
  onHover(id: number | null): void
}

export function usePointsMap(box: RefObject<HTMLDivElement | null>, options: PointsMapOptions) {
  const { tiles, isDark, points, marked } = options
  const [state, setState] = useState<MapState>('loading')
  const map = useRef<DrawnMap | null>(null)
  const fitted = useRef<Points | null>(null)
  const latest = useRef(options)
  latest.current = options
  const data = useMemo(() => featuresOf(points), [points])
  const styleNow = (container: HTMLElement) => {
    const css = getComputedStyle(container)
    return pointsStyle(isDark, tiles ?? null, data, {
      accent: css.getPropertyValue('--m-accent').trim() || '#5b5bd6',
      edge: isDark ? '#191b20' : '#ffffff',
    })
  }

  const fit = (isMoving: boolean) => {
    const bounds = boundsOf(latest.current.points)
    if (!bounds || !map.current) return
    const [west, south, east, north] = bounds
    map.current.fitBounds([west, south, east, north], {
      padding: 40,
      maxZoom: 11,
      duration: isMoving ? 300 : 0,
    })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: one map for as long as the element is there
  useEffect(() => {
    const container = box.current
    if (!container || tiles === undefined) return
    const { start } = latest.current
    const made = drawMap({
      container,
      style: styleNow(container),
      center: start ? [start.lng, start.lat] : [0, 25],
      zoom: start?.zoom ?? 0.6,
      hasTiles: tiles !== null,
      title: latest.current.title,
      onState: (next) => setState((now) => (next === 'failed' && now !== 'loading' ? now : next)),
    })
    if (!made) return
    map.current = made
    fitted.current = latest.current.points
    if (!start) fit(false)
    const report = () => {
      const [[west, south], [east, north]] = made.getBounds().toArray()
      latest.current.onBounds([west, south, east, north])
    }
    // What is drawn, for those who cannot see the canvas.
    made.on('idle', () => {
      const layers = ['clusters', 'points'].filter((id) => made.getLayer(id))
      const drawn = made.queryRenderedFeatures({ layers })
      const clusters = drawn.filter(({ layer }) => layer.id === 'clusters').length
      Object.assign(container.dataset, { clusters, points: drawn.length - clusters })
    })
    made.on('moveend', report)
    made.on('load', report)
    listen(made, latest)
    return () => {
      map.current = null
      made.remove()
    }
  }, [box, tiles === undefined])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the data has an effect of its own
  useEffect(() => {
    if (map.current && box.current && state !== 'loading') map.current.setStyle(styleNow(box.current))
  }, [isDark, tiles])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the map is there once its state has changed
  useEffect(() => {
    const source = map.current?.getSource('points') as GeoJSONSource | undefined
    if (!source || fitted.current === points) return
    void source.setData(data)
    if (fitted.current && isOtherSet(fitted.current, points)) fit(true)
    fitted.current = points
  }, [data, state])

  const { lng, lat } = marked ?? { lng: null, lat: null }
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    const source = map.current?.getSource('marked') as GeoJSONSource | undefined
    void source?.setData({
      type: 'FeatureCollection',
      features:
        lng === null || lat === null
          ? []
          : [{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [lng, lat] } }],
    })
  }, [lng, lat, state, isDark])

  return {
    state,
    fit: () => fit(true),
    zoomBy: (levels: number) => map.current?.easeTo({ zoom: map.current.getZoom() + levels, duration: 150 }),
    /** Zooms until the point is no longer in a cluster, or as far as the map goes. */
    goTo: (point: { lng: number; lat: number }) =>
      map.current?.easeTo({ center: point, zoom: Math.max(map.current.getZoom(), 13), duration: 300 }),
  }
}

/** Clicks: a cluster opens, a point links to its record. */
function listen(map: DrawnMap, latest: RefObject<PointsMapOptions>): void {
  const found = (features: MapGeoJSONFeature[] | undefined) => features?.[0]
  map.on('click', 'clusters', (event) => {
    const cluster = found(event.features)
    const source = map.getSource('points') as GeoJSONSource | undefined
    if (cluster?.geometry.type !== 'Point' || !source) return
    const [lng = 0, lat = 0] = cluster.geometry.coordinates
    source.getClusterExpansionZoom(Number(cluster.properties.cluster_id)).then(
      (zoom) => map.easeTo({ center: [lng, lat], zoom, duration: 300 }),
      () => {}, // the points changed meanwhile
    )
  })
  map.on('click', 'points', (event) => {
    const id = Number(found(event.features)?.properties.id)
    if (id) latest.current.onOpen(id)
  })
  for (const layer of ['clusters', 'points']) {
    map.on('mouseenter', layer, (event) => {
      map.getCanvas().style.cursor = 'pointer'
      if (layer === 'points') latest.current.onHover(Number(found(event.features)?.properties.id) || null)
    })
    map.on('mouseleave', layer, () => {
      map.getCanvas().style.cursor = ''
      latest.current.onHover(null)
    })
  }
}
