/** What the entry of public wizards shows. */
export { loadEarly } from './early.ts'
export { PersonalRun } from './PersonalRun.tsx'
export { PublicRun } from './PublicRun.tsx'
