/** Exports for other features. */
export { addView } from './views.service.ts'
