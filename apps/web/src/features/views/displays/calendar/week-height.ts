/** The height of each week of a month, in pixels, where all of them together have `height`. */
export const weekHeight = (height: number, weeks: number): number => Math.max(96, Math.floor(height / weeks))
