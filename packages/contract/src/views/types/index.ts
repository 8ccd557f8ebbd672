/** Every type of view. A type that is missing here does not compile. */
import { calendar } from './calendar.ts'
import type { DataViewType, ViewTypeDefinition } from './definition.ts'
import { detail } from './detail.ts'
import { form } from './form.ts'
import { list } from './list.ts'
import { map } from './map.ts'
import { table } from './table.ts'
import { timeline } from './timeline.ts'

export const viewTypes = { list, detail, calendar, table, map, timeline, form } satisfies Record<
  DataViewType,
  Pick<ViewTypeDefinition, 'reads' | 'hasGroups'> & { neededField: string | null }
>
