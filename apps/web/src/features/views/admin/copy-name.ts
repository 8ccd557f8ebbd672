/** What a copy of a view is called. Pure. */

const longestName = 100

/** The first name of a copy that is free: a copy of a copy has another. */
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
