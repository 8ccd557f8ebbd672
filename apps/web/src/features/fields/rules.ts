/**
 * What the contract says about values. The app has it from the start. The page of a public wizard gets it once its
 * first question is shown, because zod and the rules of all types are more than all else that is loaded there; what is
 * typed until then is checked by the server alone, which checks everything anyway.
 */
import { late } from '../../lib/late.ts'

export const fieldRules = late(() => import('./all-rules.ts'))
