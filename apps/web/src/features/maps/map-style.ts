/** How the world looks: land, sea and borders in the colours of the page, and the operator's tiles over them. */
import { worldMapUrl } from 'virtual:world-map'
import type { StyleSpecification } from 'maplibre-gl'

export interface Tiles {
  url: string
  attribution: string
}

const light = { sea: '#dbe6ee', land: '#f7f6f2', border: '#b9bfc7' }
const dark = { sea: '#1b232c', land: '#333a43', border: '#566070' }

export function mapStyle(isDark: boolean, tiles: Tiles | null): StyleSpecification {
  const colors = isDark ? dark : light
  return {
    version: 8,
    sources: {
      world: {
        type: 'geojson',
        data: new URL(worldMapUrl, location.href).href,
        attribution: 'Natural Earth',
        // Overzoomed instead: finer tiles of the coastlines would only be larger.
        maxzoom: 6,
      },
      ...(tiles
        ? { tiles: { type: 'raster', tiles: [tiles.url], tileSize: 256, attribution: tiles.attribution } }
        : {}),
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': colors.sea } },
      { id: 'land', type: 'fill', source: 'world', paint: { 'fill-color': colors.land } },
      {
        id: 'borders',
        type: 'line',
        source: 'world',
        paint: {
          'line-color': colors.border,
          'line-width': ['interpolate', ['linear'], ['zoom'], 0, 0.5, 6, 1.4],
        },
      },
      ...(tiles ? [{ id: 'tiles', type: 'raster' as const, source: 'tiles' }] : []),
    ],
  }
}
