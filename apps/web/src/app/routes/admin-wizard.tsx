/** Routes of one wizard's administration. */
import { createRoute, redirect } from '@tanstack/react-router'
import { EmptyRoute } from '../../ui/EmptyRoute.tsx'
import { teamRoute } from './shell.tsx'

const dataWizard = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-wizards/$dataWizardId',
  staticData: { name: 'root.team.admin.dataWizard', access: 'teamAdmin', section: 'admin' },
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/team-{$teamId}/admin/data-wizards/$dataWizardId/details', params })
  },
})

const wizardDetails = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-wizards/$dataWizardId/details',
  staticData: {
    name: 'root.team.admin.dataWizard.details',
    access: 'teamAdmin',
    title: 'shell:title.details',
    empty: 'shell:empty.dataWizards',
    glyph: 'wizard',
    trail: ['team', 'admin', 'adminWizards'],
    section: 'admin',
  },
  component: EmptyRoute,
})

const wizardSteps = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-wizards/$dataWizardId/steps',
  staticData: {
    name: 'root.team.admin.dataWizard.steps',
    access: 'teamAdmin',
    title: 'shell:title.steps',
    empty: 'shell:empty.dataWizards',
    glyph: 'wizard',
    trail: ['team', 'admin', 'adminWizards'],
    section: 'admin',
  },
  component: EmptyRoute,
})

const wizardExternalAccess = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-wizards/$dataWizardId/external-access',
  staticData: {
    name: 'root.team.admin.dataWizard.externalAccess',
    access: 'teamAdmin',
    title: 'shell:title.externalAccess',
    empty: 'shell:empty.dataWizards',
    glyph: 'wizard',
    trail: ['team', 'admin', 'adminWizards'],
    section: 'admin',
  },
  component: EmptyRoute,
})

const stepTask = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-wizards/$dataWizardId/steps/step-task/$stepTaskId',
  staticData: { name: 'root.team.admin.dataWizard.stepTask', access: 'teamAdmin', section: 'admin' },
  beforeLoad: ({ params }) => {
    throw redirect({
      to: '/team-{$teamId}/admin/data-wizards/$dataWizardId/steps/step-task/$stepTaskId/details',
      params,
    })
  },
})

const stepTaskDetails = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-wizards/$dataWizardId/steps/step-task/$stepTaskId/details',
  staticData: {
    name: 'root.team.admin.dataWizard.stepTask.details',
    access: 'teamAdmin',
    title: 'shell:title.stepTask',
    empty: 'shell:empty.dataWizards',
    glyph: 'wizard',
    trail: ['team', 'admin', 'adminWizards', 'adminWizard'],
    section: 'admin',
  },
  component: EmptyRoute,
})

const linkedDataFields = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-wizards/$dataWizardId/steps/step-task/$stepTaskId/linked-data-fields',
  staticData: {
    name: 'root.team.admin.dataWizard.stepTask.linkedDataFields',
    access: 'teamAdmin',
    title: 'shell:title.linkedDataFields',
    empty: 'shell:empty.dataWizards',
    glyph: 'wizard',
    trail: ['team', 'admin', 'adminWizards', 'adminWizard'],
    section: 'admin',
  },
  component: EmptyRoute,
})

const linkedDataCollections = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-wizards/$dataWizardId/steps/step-task/$stepTaskId/linked-data-collections',
  staticData: {
    name: 'root.team.admin.dataWizard.stepTask.linkedDataCollections',
    access: 'teamAdmin',
    title: 'shell:title.linkedDataCollections',
    empty: 'shell:empty.dataWizards',
    glyph: 'wizard',
    trail: ['team', 'admin', 'adminWizards', 'adminWizard'],
    section: 'admin',
  },
  component: EmptyRoute,
})

export const adminWizardRoutes = [
  dataWizard,
  wizardDetails,
  wizardSteps,
  wizardExternalAccess,
  stepTask,
  stepTaskDetails,
  linkedDataFields,
  linkedDataCollections,
] as const
