/** The screens of fields, see features/collections/routes.tsx for how to fill them. */
import { EmptyRoute } from '../../ui/EmptyRoute.tsx'

/** /team-{id}/admin/data-collections/{dataCollectionId}/data-fields, under CollectionAdmin */
export const CollectionFields = EmptyRoute
