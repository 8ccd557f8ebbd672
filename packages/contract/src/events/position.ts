/** Header of answers about a team: where in its events they were read. */
export const positionHeader = 'muster-position'
