/** What other features may use of projects. */
export { projectsOf } from './projects.service.ts'
