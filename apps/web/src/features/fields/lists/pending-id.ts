let last = 0

/** A temporary id for an item that has no server id yet: negative and unique. */
export const pendingId = (): number => --last
