/** Free names: of a copied view, of the wizard of a form. Pure. */

const longestName = 100

/** The first name that none of the others has; a copy of a copy gets a number. */
export function freeName(
  name: string,
  others: readonly string[],
  nameOf: (name: string) => string = (one) => one,
): string {
  const taken = new Set(others.map((one) => one.toLowerCase()))
  for (let n = 1; ; n++) {
    const mark = n === 1 ? '' : ` ${n}`
    const room = longestName - (nameOf('').length + mark.length)
    const made = `${nameOf(name.slice(0, room))}${mark}`
    if (!taken.has(made.toLowerCase())) return made
  }
}
