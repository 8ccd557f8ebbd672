/** What other features may use of users. */
export { loadUserSettings, saveUserSettings, useUserSettings } from './user-settings.ts'
