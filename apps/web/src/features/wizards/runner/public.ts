/** What the rest of the app needs to offer wizards to people. */
export { useRecordWizards, useRunnable, wizardUrl } from '../start/use-runnable.ts'
