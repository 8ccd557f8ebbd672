/** Exports for other features. */
export { prepareProjects } from './projects.service.ts'
