/** A maplibre map in an element: flat, north up, with what every map here has in common. */
import { Map as DrawnMap, type StyleSpecification, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import 'maplibre-gl/dist/maplibre-gl.css'

// The policy of the page allows workers of its own files only.
setWorkerUrl(workerUrl)

/** `impossible`: this browser draws no maps at all. */
export type MapState = 'loading' | 'drawn' | 'failed' | 'impossible'

interface Options {
  container: HTMLElement
  style: StyleSpecification
  center: [lng: number, lat: number]
  zoom: number
  /** Without tiles there is no finer detail. */
  hasTiles: boolean
  /** Accessible name of the map. */
  title: string
  /** `failed` may be called repeatedly: a missing tile does not undo what is drawn. */
  onState(state: MapState): void
}

/** Null where the browser cannot draw, which was reported to `onState`. */
export function drawMap({ hasTiles, title, onState, ...options }: Options): DrawnMap | null {
  let made: DrawnMap
  try {
    made = new DrawnMap({
      ...options,
      minZoom: 0,
      maxZoom: hasTiles ? 19 : 14,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      attributionControl: { compact: true },
      fadeDuration: 0,
      locale: { 'Map.Title': title },
    })
  } catch {
    onState('impossible')
    return null
  }
  made.touchZoomRotate.disableRotation()
  made.keyboard.disableRotation()
  made.on('load', () => onState('drawn'))
  made.on('error', (event) => {
    // The operator's tiles may be unreachable; the world below is still there.
    if (!('sourceId' in event && event.sourceId === 'tiles')) onState('failed')
  })
  return made
}
