/**
 * How long to wait for what an answer can do without: a count that may be estimated, a comparison, the last hits of a
 * search. Tests set `MUSTER_PATIENCE`: what they see must not hang on what else their machine has to do.
 */
const factor = Number(process.env.MUSTER_PATIENCE || 1)

/** Milliseconds, as many times as the environment asks for. */
export const patience = (milliseconds: number): number => milliseconds * factor
