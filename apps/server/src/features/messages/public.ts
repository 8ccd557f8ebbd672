/** The public API of messages for other features. */
export { sendAutomatic } from './automatic.service.ts'
