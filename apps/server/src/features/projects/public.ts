/** Exports for other features. */
export { projectsOf } from './projects.service.ts'
