/** A map of maplibre in an element, and the pin on it. */
import { type Map as DrawnMap, Marker } from 'maplibre-gl'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { drawMap, type MapState } from '../draw-map.ts'
import { mapStyle, type Tiles } from '../map-style.ts'
import { type Point, tidy } from '../point.ts'

interface Options {
  /** Undefined: not known yet. */
  tiles: Tiles | null | undefined
  isDark: boolean
  point: Point | null
  isReadOnly: boolean
  /** Accessible name of the map. */
  title: string
  /** Element of the pin, which takes the focus and the keys. */
  pin: RefObject<HTMLElement | null>
  onMove(point: Point): void
}

export function useMap(box: RefObject<HTMLDivElement | null>, options: Options) {
  const { tiles, isDark, point, isReadOnly, pin } = options
  const [state, setState] = useState<MapState>('loading')
  const map = useRef<DrawnMap | null>(null)
  const marker = useRef<Marker | null>(null)
  const latest = useRef(options)
  latest.current = options

  // biome-ignore lint/correctness/useExhaustiveDependencies: one map for as long as the element is there
  useEffect(() => {
    const container = box.current
    if (!container || tiles === undefined) return
    const { point: start } = latest.current
    const made = drawMap({
      container,
      style: mapStyle(isDark, tiles),
      center: start ? [start.lng, start.lat] : [0, 25],
      zoom: start ? 5 : 0.6,
      hasTiles: tiles !== null,
      title: latest.current.title,
      onState: (next) => setState((now) => (next === 'failed' && now !== 'loading' ? now : next)),
    })
    if (!made) return
    made.on('click', (event) => {
      if (!latest.current.isReadOnly) latest.current.onMove(tidy(event.lngLat))
    })
    map.current = made
    return () => {
      marker.current = null
      map.current = null
      made.remove()
    }
  }, [box, tiles === undefined])

  useEffect(() => {
    if (tiles !== undefined) map.current?.setStyle(mapStyle(isDark, tiles))
  }, [isDark, tiles])

  const { lat, lng } = point ?? { lat: null, lng: null }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map is there once its state has changed
  useEffect(() => {
    const drawn = map.current
    if (!drawn) return
    if (lat === null || lng === null || !pin.current) {
      marker.current?.remove()
      marker.current = null
      return
    }
    if (!marker.current) {
      marker.current = new Marker({
        element: pin.current,
        anchor: 'bottom',
        draggable: !isReadOnly,
      })
      marker.current.on('dragend', () => {
        const place = marker.current?.getLngLat()
        if (place) latest.current.onMove(tidy(place))
      })
      marker.current.setLngLat([lng, lat]).addTo(drawn)
    } else {
      marker.current.setLngLat([lng, lat])
    }
    if (!drawn.getBounds().contains([lng, lat])) {
      drawn.easeTo({ center: [lng, lat], zoom: Math.max(drawn.getZoom(), 4), duration: 0 })
    }
  }, [lat, lng, state, isReadOnly])

  return {
    state,
    zoomBy: (levels: number) => map.current?.easeTo({ zoom: map.current.getZoom() + levels, duration: 150 }),
    middle: (): Point | null => {
      const center = map.current?.getCenter()
      return center ? tidy(center) : null
    },
    /** The place at a pixel offset from another. */
    beside(from: Point, right: number, down: number): Point {
      const drawn = map.current
      if (!drawn) return from
      const { x, y } = drawn.project([from.lng, from.lat])
      return tidy(drawn.unproject([x + right, y + down]))
    },
  }
}
