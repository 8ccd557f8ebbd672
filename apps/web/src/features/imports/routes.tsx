/** The screens of imports, see features/collections/routes.tsx for how to fill them. */
import { EmptyRoute } from '../../ui/EmptyRoute.tsx'

/** /team-{id}/data-collections/{dataCollectionId}/import */
export const ImportRecords = EmptyRoute
