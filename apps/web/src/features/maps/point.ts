/** A place on earth, in degrees. */
export interface Point {
  lat: number
  lng: number
}

/** About a metre: finer than a pin can be placed. */
const decimals = 5

/** Normalizes the longitude: a map can be dragged around the globe. */
export function tidy({ lat, lng }: Point): Point {
  const round = (degrees: number) => Number(degrees.toFixed(decimals))
  const turned = ((((lng + 180) % 360) + 360) % 360) - 180
  return { lat: round(Math.min(90, Math.max(-90, lat))), lng: round(turned) }
}

/** 48.85661° N, 2.35222° E as the language writes numbers. */
export function showPoint({ lat, lng }: Point, number: (value: number) => string): string {
  return `${number(lat)}, ${number(lng)}`
}
