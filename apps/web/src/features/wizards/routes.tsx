/** The screens of wizards, each in a chunk of its own. */
import { lazyRouteComponent } from '@tanstack/react-router'

/** /team-{id}/admin/data-wizards */
export const WizardList = lazyRouteComponent(() => import('./builder/list/WizardList.tsx'), 'WizardList')
/** Layout of /team-{id}/admin/data-wizards/{dataWizardId}/…: header with tabs, then `<Outlet />`. */
export const WizardAdmin = lazyRouteComponent(() => import('./builder/WizardAdmin.tsx'), 'WizardAdmin')
/** …/details, under WizardAdmin as the others */
export const WizardDetails = lazyRouteComponent(
  () => import('./builder/details/WizardDetails.tsx'),
  'WizardDetails',
)
/** …/steps */
export const WizardSteps = lazyRouteComponent(() => import('./builder/steps/WizardSteps.tsx'), 'WizardSteps')
/** …/flow */
export const WizardFlow = lazyRouteComponent(() => import('./builder/flow/WizardFlow.tsx'), 'WizardFlow')
/** …/external-access */
export const ExternalAccess = lazyRouteComponent(
  () => import('./builder/access/ExternalAccess.tsx'),
  'ExternalAccess',
)
/** …/runs */
export const WizardRuns = lazyRouteComponent(() => import('./builder/runs/WizardRuns.tsx'), 'WizardRuns')
/** Layout of …/steps/step-task/{stepTaskId}/…: header with tabs and the draft they edit, then `<Outlet />`. */
export const TaskAdmin = lazyRouteComponent(() => import('./builder/task/TaskAdmin.tsx'), 'TaskAdmin')
/** …/details, under TaskAdmin as the others */
export const TaskDetails = lazyRouteComponent(() => import('./builder/task/TaskDetails.tsx'), 'TaskDetails')
/** …/linked-data-fields */
export const LinkedDataFields = lazyRouteComponent(
  () => import('./builder/task/LinkedDataFields.tsx'),
  'LinkedDataFields',
)
/** …/linked-data-collections */
export const LinkedDataCollections = lazyRouteComponent(
  () => import('./builder/task/LinkedDataCollections.tsx'),
  'LinkedDataCollections',
)
/** /team-{id}/admin/data-collections/{dataCollectionId}/data-wizards */
export const CollectionWizards = lazyRouteComponent(
  () => import('./builder/links/CollectionWizards.tsx'),
  'CollectionWizards',
)
