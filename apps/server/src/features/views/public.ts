/** What other features may use of views. */
export { addView } from './views.service.ts'
