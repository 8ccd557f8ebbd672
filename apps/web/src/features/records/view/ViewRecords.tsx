/** A display other than the grid, with features of the app only: boards and calendars that write, records without a place. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Filter } from '@muster/contract/filters/ast'
import type { DataView as SavedView } from '@muster/contract/views/views.schema'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { useZone } from '../../../lib/zone.ts'
import { useOperations } from '../../operations/public.ts'
import { type Display, kindOf, type ViewSource, viewKinds } from '../../views/public.ts'
import { noteOwnWrite, noteSaved } from '../data/record-writes.ts'
import { useCreateRecord } from '../data/use-create-record.ts'
import { emptyView, type RecordsViewState } from '../url-state.ts'
import { type Moved, movableFields, movedValues, startOn } from './calendar-writes.ts'
import type { Start } from './start.ts'
import { useBoard } from './use-board.ts'
import { ViewBody } from './ViewBody.tsx'

export interface ViewRecordsProps {
  teamId: number
  collection: DataCollection
  fields: readonly DataField[]
  view: SavedView
  display: Display
  source: ViewSource
  address: RecordsViewState
  filter: Filter | null
  refresh(): Promise<void>
  onNew(start: Start): void
}

export function ViewRecords(props: ViewRecordsProps) {
  const { teamId, collection, fields, view, display, source, address, filter, onNew } = props
  const { view: now, show, open } = address
  const { t } = useTranslation('records')
  const zone = useZone()
  const operations = useOperations(teamId)
  const onAdd = useCallback((start: Start) => onNew(start), [onNew])
  const board = useBoard({
    teamId,
    collection,
    dataViewId: view.id,
    field: viewKinds[kindOf(view)].groups === 'columns' ? display.groupField : null,
    filter,
    search: now.search,
    refresh: props.refresh,
    onAdd,
  })
  const movable = movableFields(view, fields)
  const move = movable
    ? async (moved: Moved) => {
        noteOwnWrite(moved.id)
        const { record, operation } = await call(api.records.update, {
          params: { teamId, dataRecordId: moved.id },
          body: { values: movedValues(movable, moved, zone) },
        })
        operations.recordOperation(
          operation,
          t('toast.moved', { name: record.name || t('record.unnamed'), column: moved.start.slice(0, 10) }),
        )
        noteSaved(teamId, record)
      }
    : undefined
  const create = useCreateRecord(teamId, collection.id)
  const place = fields.find(({ id }) => id === view.mapLocationDataFieldId)?.columnName
  const start = fields.find(({ id }) => id === view.eventStartDataFieldId)
  return (
    <ViewBody
      view={view}
      label={view.internalName}
      source={source}
      display={display}
      board={board}
      more={{
        date: now.date,
        mode: now.mode,
        onChange: ({ date, mode }) => show({ date, mode }),
        onMove: move,
        onCreate:
          collection.canCreate && start?.canUpdate
            ? (day) => onNew({ values: { [start.columnName]: startOn(start, day, zone) }, linked: {} })
            : undefined,
        onSubmit: collection.canCreate ? create : undefined,
        onShowWithoutPlace: place
          ? () => {
              const without = { field: place, op: 'isEmpty' as const }
              show({ ...emptyView, viewId: 'all', filter: filter ? { and: [filter, without] } : without })
            }
          : undefined,
      }}
      onOpen={open}
    />
  )
}
