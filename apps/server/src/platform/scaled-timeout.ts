/**
 * Scales the time limits of optional work, such as a count that may be estimated. Tests set
 * `MUSTER_PATIENCE`, so that their results do not depend on the load of the machine.
 */
/** The milliseconds, multiplied by the factor in the environment. */
export const scaledTimeout = (milliseconds: number): number =>
  milliseconds * Number(process.env.MUSTER_PATIENCE || 1)
