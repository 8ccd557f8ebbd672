/** What the entry of public wizards shows. */
export { PersonalRun } from './PersonalRun.tsx'
export { PublicRun } from './PublicRun.tsx'
