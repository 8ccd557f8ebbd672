/** The screens of fields, each in a chunk of its own. */
import { lazyRouteComponent } from '@tanstack/react-router'

/** /team-{id}/admin/data-collections/{dataCollectionId}/data-fields, under CollectionAdmin */
export const CollectionFields = lazyRouteComponent(
  () => import('./screens/CollectionFields.tsx'),
  'CollectionFields',
)
