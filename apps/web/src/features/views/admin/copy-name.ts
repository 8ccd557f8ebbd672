/** The name of a copied view. Pure. */

const longestName = 100

/** The first free name for a copy; a copy of a copy gets another. */
export function copyName(
  name: string,
  others: readonly { internalName: string }[],
  nameOf: (name: string) => string,
): string {
  const taken = new Set(others.map((one) => one.internalName.toLowerCase()))
  for (let n = 1; ; n++) {
    const mark = n === 1 ? '' : ` ${n}`
    const room = longestName - (nameOf('').length + mark.length)
    const made = `${nameOf(name.slice(0, room))}${mark}`
    if (!taken.has(made.toLowerCase())) return made
  }
}
