/** What other features may use of the settings of the system. */
export { changeSettings, checkNewAddress, checkNewPassword, systemSettings } from './settings.service.ts'
