/**
 * The same random cases in every run, so that a red one stays red until it is mended. To look for new ones:
 * `PROPERTY_SEED=$RANDOM npx vitest run --project server property`.
 */
import fc from 'fast-check'

/** The contract knows no Node; its tests run in it. */
const { process } = globalThis as { process?: { env: Record<string, string | undefined> } }

fc.configureGlobal({ seed: Number(process?.env.PROPERTY_SEED ?? 20_261_122) })
