/** Routes of one wizard's administration. */
import { EmptyRoute } from '../../ui/EmptyRoute.tsx'
import { areaOf } from './area.ts'
import { teamRoute } from './shell.tsx'

const common = {
  access: 'teamAdmin',
  section: 'admin',
  empty: 'shell:empty.dataWizards',
  glyph: 'wizard',
} as const
const wizard = areaOf(() => teamRoute, 'admin/data-wizards/$dataWizardId', 'root.team.admin.dataWizard', {
  ...common,
  trail: ['team', 'admin', 'adminWizards'],
})
const task = areaOf(
  () => teamRoute,
  'admin/data-wizards/$dataWizardId/steps/step-task/$stepTaskId',
  'root.team.admin.dataWizard.stepTask',
  { ...common, trail: ['team', 'admin', 'adminWizards', 'adminWizard'] },
)

export const adminWizardRoutes = [
  wizard.entry('', '', '/team-{$teamId}/admin/data-wizards/$dataWizardId/details'),
  wizard.page('/details', 'details', EmptyRoute, 'shell:title.details'),
  wizard.page('/steps', 'steps', EmptyRoute, 'shell:title.steps'),
  wizard.page('/external-access', 'externalAccess', EmptyRoute, 'shell:title.externalAccess'),
  task.entry('', '', '/team-{$teamId}/admin/data-wizards/$dataWizardId/steps/step-task/$stepTaskId/details'),
  task.page('/details', 'details', EmptyRoute, 'shell:title.stepTask'),
  task.page('/linked-data-fields', 'linkedDataFields', EmptyRoute, 'shell:title.linkedDataFields'),
  task.page(
    '/linked-data-collections',
    'linkedDataCollections',
    EmptyRoute,
    'shell:title.linkedDataCollections',
  ),
] as const
