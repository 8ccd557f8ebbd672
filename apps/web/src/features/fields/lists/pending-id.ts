let last = 0

/** The id of an item that is shown before the server has given it one: below 0, and never the same twice. */
export const pendingId = (): number => --last
