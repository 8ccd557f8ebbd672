/** The public API of wizards for other features. */
export { createAccessLink, createLink } from './links.service.ts'
export { createStep, createTask } from './steps.service.ts'
export { createWizard, updateWizard } from './wizards.service.ts'
