/**
 * Property tests run the same random cases every time, so that a failure can be reproduced. To try other cases:
 * `PROPERTY_SEED=$RANDOM npx vitest run --project server property`.
 */
import fc from 'fast-check'

/** The contract has no Node types, but its tests run in Node. */
const { process } = globalThis as { process?: { env: Record<string, string | undefined> } }

fc.configureGlobal({ seed: Number(process?.env.PROPERTY_SEED ?? 20_261_122) })
