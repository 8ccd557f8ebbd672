/** What other features may use of system administration. */
export { SystemWarnings } from './components/SystemWarnings.tsx'
