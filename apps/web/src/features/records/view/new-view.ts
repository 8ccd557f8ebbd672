/** The current state of a list, as a new view would store it. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Filter } from '@muster/contract/filters/ast'
import { viewTypes } from '@muster/contract/views/types/index'
import { createViewBody } from '@muster/contract/views/views.schema'
import { settingsOf } from '../../views/public.ts'
import { displayedOf, groupOptions } from '../data/view-state.ts'
import type { OpenView } from './use-open-view.ts'

export function newView(
  collection: DataCollection,
  fields: readonly DataField[],
  { view, state, visible }: OpenView,
  /** With the choices in filter fields: the new view shows what is seen. */
  filter: Filter | null,
  nameField: string | null,
) {
  const nameId = collection.IdDataFieldDataObjectName ?? fields[0]?.id ?? null
  const start = view
    ? settingsOf(view)
    : createViewBody.parse({
        dataCollectionId: collection.id,
        type: 'table',
        internalName: '-',
        recordNameDataFieldId: nameId,
      })
  const columns = nameField === null ? visible : [nameField, ...visible]
  return {
    ...start,
    recordNameDataFieldId: start.recordNameDataFieldId ?? nameId,
    isVisibleExternally: false,
    filter,
    sort: state.sort,
    displayOptions: {
      ...start.displayOptions,
      ...(viewTypes[start.type].hasGroups ? groupOptions(state.group, fields) : {}),
    },
    displayedFields: displayedOf(columns, fields, start.displayedFields),
  }
}
