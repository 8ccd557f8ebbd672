/** Exports for other features. */
export { addView, viewFor } from './views.service.ts'
