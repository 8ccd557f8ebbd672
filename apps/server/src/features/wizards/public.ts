/** The public API of wizards for other features. */
export { wizardIds } from './definitions.repo.ts'
export { forgetInRuns } from './forget-people.ts'
export { createAccessLink, createLink } from './links.service.ts'
export { createStep, createTask } from './steps.service.ts'
export { createWizard, updateWizard } from './wizards.service.ts'
