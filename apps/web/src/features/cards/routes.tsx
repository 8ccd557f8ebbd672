/** The screens of card design, each in a chunk of its own. */
import { lazyRouteComponent } from '@tanstack/react-router'

/** /team-{id}/admin/data-collections/{dataCollectionId}/data-cards; `?card=` opens one */
export const DataCards = lazyRouteComponent(() => import('./screens/DataCards.tsx'), 'DataCards')
/** …/data-card-groups; `?group=` opens one */
export const DataCardGroups = lazyRouteComponent(
  () => import('./screens/DataCardGroups.tsx'),
  'DataCardGroups',
)
