/** The screens of imports. */
import { lazyRouteComponent } from '@tanstack/react-router'

/** /team-{id}/data-collections/{dataCollectionId}/import?file={importId} */
export const ImportRecords = lazyRouteComponent(() => import('./screens/ImportRecords.tsx'), 'ImportRecords')
