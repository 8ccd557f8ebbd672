/** Which records and columns a list requests: its view, the reader's changes, and the space on the screen. */

import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { DisplayOptions } from '@muster/contract/views/views.schema'
import { useMemo } from 'react'
import { defaultWidth } from '../../fields/public.ts'
import { kindOf, type ViewKind, viewKinds } from '../../views/public.ts'
import { columnsOf } from '../data/layout.ts'
import { type RecordsView, withQuick } from '../url-state.ts'
import type { OpenView } from './use-open-view.ts'

const noQuick: RecordsView['quick'] = []
const noColors: DisplayOptions['rowColors'] = []
const noGroup: OpenView['state']['group'] = []

export function useListQuery(
  collection: DataCollection,
  fields: readonly DataField[],
  { view, state, layout }: OpenView,
  now: RecordsView,
  isPhone: boolean,
) {
  // The trash is one list, whatever the view.
  const kind: ViewKind = now.isTrash || !view ? 'table' : kindOf(view)
  const quick = view && !now.isTrash ? now.quick : noQuick
  const filter = useMemo(() => withQuick(state.filter, quick), [state.filter, quick])
  const { isGrid } = viewKinds[kind]

  const rowColors = view && isGrid && !now.isTrash ? view.displayOptions.rowColors : noColors

  const nameField =
    fields.find((field) => field.id === collection.IdDataFieldDataObjectName)?.columnName ?? null
  const columns = useMemo(
    () => columnsOf(fields, nameField, layout.layout, defaultWidth),
    [fields, nameField, layout.layout],
  )
  const shown = useMemo(
    () => columns.filter((column) => !column.isHidden && column.field).map(({ id }) => id),
    [columns],
  )
  // On phones and in the trash records are not grouped.
  const group = useMemo(
    () =>
      isPhone || now.isTrash || !isGrid
        ? noGroup
        : state.group.filter(({ field }) => fields.some(({ columnName }) => columnName === field)),
    [state.group, now.isTrash, isGrid, isPhone, fields],
  )
  const query = useMemo(
    () => ({
      filter,
      sort: [...group, ...state.sort.filter(({ field }) => !group.some((one) => one.field === field))],
      search: now.search,
      isTrash: now.isTrash,
      marks: rowColors.map((rule) => rule.filter),
    }),
    [filter, group, state.sort, now.search, now.isTrash, rowColors],
  )
  return { kind, isGrid, quick, filter, nameField, columns, shown, group, query, rowColors }
}
