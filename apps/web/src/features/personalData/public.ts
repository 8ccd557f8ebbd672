/** What other features may use of personal data. */
export { PersonalData } from './PersonalData.tsx'
export { useIsPerson } from './use-is-person.ts'
