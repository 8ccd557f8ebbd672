/** What other features may use of system administration. */
export { SettingsPage } from './components/SettingsPage.tsx'
export { SystemWarnings } from './components/SystemWarnings.tsx'
export { useSettingsDraft } from './data/use-settings-draft.ts'
