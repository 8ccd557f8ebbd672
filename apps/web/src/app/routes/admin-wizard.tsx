/** Routes of one wizard's administration, and of one of its tasks. */
import { createRoute } from '@tanstack/react-router'
import * as wizards from '../../features/wizards/routes.tsx'
import { areaOf } from './area.ts'
import { teamRoute } from './shell.tsx'

/** Spec section 6 lists no route for this permission; without any it would permit nothing. */
export const wizardAccess = ['team_admin_data_wizards'] as const

const common = { access: wizardAccess, section: 'admin' } as const
const ofWizard = { ...common, trail: ['team', 'admin', 'adminWizards'] } as const
const ofTask = { ...common, trail: ['team', 'admin', 'adminWizards', 'adminWizard'] } as const

/** Layout: the wizard's header, tabs and problems, then one of the pages below. */
const wizard = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-wizards/$dataWizardId',
  staticData: { ...ofWizard, name: 'root.team.admin.dataWizard' },
  component: wizards.WizardAdmin,
})
const wizardTabs = areaOf(() => wizard, '', 'root.team.admin.dataWizard', { ...ofWizard, isTab: true })

/** Layout: the task's header, tabs and the draft they edit, then one of the pages below. */
const task = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-wizards/$dataWizardId/steps/step-task/$stepTaskId',
  staticData: { ...ofTask, name: 'root.team.admin.dataWizard.stepTask' },
  component: wizards.TaskAdmin,
})
const taskTabs = areaOf(() => task, '', 'root.team.admin.dataWizard.stepTask', { ...ofTask, isTab: true })

export const adminWizardRoutes = [
  wizard.addChildren([
    wizardTabs.entry('/', 'index', '/team-{$teamId}/admin/data-wizards/$dataWizardId/details'),
    wizardTabs.page('details', 'details', wizards.WizardDetails, 'shell:title.details'),
    wizardTabs.page('steps', 'steps', wizards.WizardSteps, 'shell:title.steps'),
    wizardTabs.page('flow', 'flow', wizards.WizardFlow, 'shell:title.flow'),
    wizardTabs.page(
      'external-access',
      'externalAccess',
      wizards.ExternalAccess,
      'shell:title.externalAccess',
    ),
    wizardTabs.page('runs', 'runs', wizards.WizardRuns, 'shell:title.runs'),
  ]),
  task.addChildren([
    taskTabs.entry(
      '/',
      'index',
      '/team-{$teamId}/admin/data-wizards/$dataWizardId/steps/step-task/$stepTaskId/details',
    ),
    taskTabs.page('details', 'details', wizards.TaskDetails, 'shell:title.stepTask'),
    taskTabs.page(
      'linked-data-fields',
      'linkedDataFields',
      wizards.LinkedDataFields,
      'shell:title.linkedDataFields',
    ),
    taskTabs.page(
      'linked-data-collections',
      'linkedDataCollections',
      wizards.LinkedDataCollections,
      'shell:title.linkedDataCollections',
    ),
  ]),
] as const
