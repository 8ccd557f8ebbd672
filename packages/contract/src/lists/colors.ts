/** The colours of list items, `#rrggbb`: those that are offered, and the one that a new item gets. */

/** The colours that are offered, in their order. */
export const palette = {
  gray: '#868e96',
  red: '#e5484d',
  orange: '#f2811d',
  yellow: '#e0b400',
  green: '#30a46c',
  teal: '#12a594',
  blue: '#2f8be6',
  indigo: '#5b5bd6',
  purple: '#9a4cd0',
  pink: '#d6409f',
} as const
export type PaletteColor = keyof typeof palette
export const paletteColors = Object.keys(palette) as PaletteColor[]

/** Gray is for items that somebody wants to recede. */
export const givenColors: readonly string[] = paletteColors.flatMap((name) =>
  name === 'gray' ? [] : [palette[name]],
)

/**
 * Colours for items for which nobody chose one: each is the first that is used least, and never that of the item
 * before it.
 *
 * @param used the colours of the items that there are, in their order
 */
export function nextColors(used: readonly (string | null)[], count: number): string[] {
  const times = new Map(givenColors.map((color) => [color, 0]))
  for (const color of used) if (color !== null && times.has(color)) times.set(color, times.get(color)! + 1)
  let last = used.at(-1) ?? null
  return Array.from({ length: count }, () => {
    const others = givenColors.filter((color) => color !== last)
    const least = Math.min(...others.map((color) => times.get(color)!))
    last = others.find((color) => times.get(color) === least)!
    times.set(last, least + 1)
    return last
  })
}
