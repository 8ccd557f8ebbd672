/** What the entry of public wizards shows. */
export { loadEarly } from './early.ts'
export { preloadRun } from './lazy-run.ts'
export { PersonalRun } from './PersonalRun.tsx'
export { PublicRun } from './PublicRun.tsx'
