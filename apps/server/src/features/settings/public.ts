/** What other features may use of the settings of the system. */
export { clientSecret } from './client-secret.ts'
export {
  changeSettings,
  checkNewAddress,
  checkNewPassword,
  oidcRedirectUri,
  settingsView,
  systemSettings,
} from './settings.service.ts'
