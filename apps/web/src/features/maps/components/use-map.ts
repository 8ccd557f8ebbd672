/** A map of maplibre in an element, and the pin on it. */
import { Map as DrawnMap, Marker, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import 'maplibre-gl/dist/maplibre-gl.css'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { mapStyle, type Tiles } from '../map-style.ts'
import { type Point, tidy } from '../point.ts'

// The policy of the page allows workers of its own files only.
setWorkerUrl(workerUrl)

export type MapState = 'loading' | 'drawn' | 'failed' | 'impossible'

interface Options {
  /** Undefined: not known yet. */
  tiles: Tiles | null | undefined
  isDark: boolean
  point: Point | null
  isReadOnly: boolean
  /** What the map is called. */
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
    let made: DrawnMap
    try {
      made = new DrawnMap({
        container,
        style: mapStyle(isDark, tiles),
        center: start ? [start.lng, start.lat] : [0, 25],
        zoom: start ? 5 : 0.6,
        minZoom: 0,
        maxZoom: tiles ? 19 : 14,
        dragRotate: false,
        pitchWithRotate: false,
        touchPitch: false,
        attributionControl: { compact: true },
        fadeDuration: 0,
        locale: { 'Map.Title': latest.current.title },
      })
    } catch {
      setState('impossible')
      return
    }
    made.touchZoomRotate.disableRotation()
    made.keyboard.disableRotation()
    made.on('load', () => setState('drawn'))
    made.on('error', (event) => {
      if ('sourceId' in event && event.sourceId === 'tiles') return
      setState((now) => (now === 'loading' ? 'failed' : now))
    })
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
    /** The place so many pixels from another. */
    beside(from: Point, right: number, down: number): Point {
      const drawn = map.current
      if (!drawn) return from
      const { x, y } = drawn.project([from.lng, from.lat])
      return tidy(drawn.unproject([x + right, y + down]))
    },
  }
}
