/** The public API of imports for other features. */
export { forgetSamples } from './forget-samples.ts'
