/** What other features may use of users. */
export { deviceOf } from './device.ts'
export { loadUserSettings, saveUserSettings, useUserSettings } from './user-settings.ts'
