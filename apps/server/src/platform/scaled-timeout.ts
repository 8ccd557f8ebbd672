/**
 * Time limits of optional work: a count that may be estimated, a comparison, the last hits of a search. Tests set
 * `MUSTER_PATIENCE`, because what they check must not depend on what else their machine is doing.
 */
const factor = Number(process.env.MUSTER_PATIENCE || 1)

/** Milliseconds, multiplied by the factor that the environment sets. */
export const scaledTimeout = (milliseconds: number): number => milliseconds * factor
