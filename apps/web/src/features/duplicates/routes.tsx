/** The screens of duplicates. */
import { lazyRouteComponent } from '@tanstack/react-router'

/** /team-{id}/data-collections/{dataCollectionId}/duplicates?scan={scanId}&group={n}&records={ids} */
export const Duplicates = lazyRouteComponent(() => import('./screens/Duplicates.tsx'), 'Duplicates')
