/** What the rest of the app needs to offer wizards to people. */
export {
  useCollectionWizards,
  useRecordWizards,
  useRunnable,
  wizardItems,
  wizardUrl,
} from '../start/use-runnable.ts'
