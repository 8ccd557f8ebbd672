/** What other features use of live presence. */
export { FieldWriter } from './components/FieldWriter.tsx'
export { PeopleHere } from './components/PeopleHere.tsx'
export { noteField, useHere } from './presence.ts'
export { type PersonHere, usePeopleHere } from './use-people-here.ts'
