/** What other features may use of users. */
export { loadUserSettings, saveUserSettings, type UserSettings, useUserSettings } from './user-settings.ts'
