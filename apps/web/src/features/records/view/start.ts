import type { ComponentProps } from 'react'
import type { CreateDrawer } from '../components/CreateDrawer.tsx'

/** Initial values of a new record, if it was added in a column of a board or on a day of a calendar. */
export type Start = NonNullable<ComponentProps<typeof CreateDrawer>['start']>
