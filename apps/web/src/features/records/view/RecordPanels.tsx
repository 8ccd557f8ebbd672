/** The panel beside the list: the open record, or a new one. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Filter, Sort } from '@muster/contract/filters/ast'
import { useNavigate } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { api, useApi } from '../../../lib/api.ts'
import { CreateDrawer } from '../components/CreateDrawer.tsx'
import { RecordDrawer } from '../components/RecordDrawer.tsx'
import type { RecordSource } from '../data/record-source.ts'
import { listParams } from '../page/use-list.ts'
import type { RecordsView } from '../url-state.ts'

export interface RecordPanelsProps {
  teamId: number
  collection: DataCollection
  fields: readonly DataField[]
  address: RecordsView
  /** The list's complete filter and order, so that the record's page can find its neighbours. */
  list: { filter: Filter | null; sort: Sort; search: string }
  /** The list in the address of a record's page. */
  listView: RecordsView
  /** The loaded records, where the grid shows them. */
  source: RecordSource | null
  start: ComponentProps<typeof CreateDrawer>['start']
  onOpen(recordId: number): void
  /** Another record of the list was opened beside it. */
  onMoved(recordId: number): void
  onClose(): void
}

export function RecordPanels(props: RecordPanelsProps) {
  const { teamId, collection, address, source, onOpen, onClose } = props
  const navigate = useNavigate()
  const beside = useNeighbours(props)
  if (address.recordId !== null) {
    return (
      <RecordDrawer
        key="record"
        teamId={teamId}
        recordId={address.recordId}
        isTrash={address.isTrash}
        previous={source ? neighbour(source, address.recordId, -1) : beside.previous}
        next={source ? neighbour(source, address.recordId, 1) : beside.next}
        onOpen={(id) => {
          onOpen(id)
          props.onMoved(id)
        }}
        onExpand={(id) =>
          void navigate({
            to: `/team-${teamId}/data-records/${id}` as '/',
            search: listParams(collection.id, props.listView) as never,
          })
        }
        onClose={onClose}
      />
    )
  }
  if (!address.isNew) return null
  return (
    <CreateDrawer
      teamId={teamId}
      collection={collection}
      fields={props.fields}
      {...(props.start ? { start: props.start } : {})}
      onCreated={(id) => onOpen(id)}
      onClose={onClose}
    />
  )
}

/** The record before (-1) or after (1) another, if it is loaded. */
function neighbour({ cache }: RecordSource, recordId: number, by: 1 | -1): number | null {
  const row = cache.indexOf(recordId)
  return row === undefined ? null : (cache.rowAt(row + by)?.id ?? null)
}

const none = { previous: null, next: null }

/** Fetched from the server where no grid has them. */
function useNeighbours({ teamId, collection, address, list, source }: RecordPanelsProps) {
  const { filter, sort, search } = list
  const { data } = useApi(
    api.records.neighbours,
    {
      params: { teamId, dataCollectionId: collection.id },
      body: {
        dataRecordId: address.recordId ?? 0,
        ...(filter ? { filter } : {}),
        sort,
        ...(search ? { search } : {}),
      },
    },
    { enabled: source === null && address.recordId !== null && !address.isTrash, retry: false },
  )
  return data ?? none
}
