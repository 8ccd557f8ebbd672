/** Reads and writes of a view's board: counts and columns of its field, moves of its cards. */

import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import type { Filter } from '@muster/contract/filters/ast'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { useOwnSetting } from '../../../lib/own-setting.ts'
import type { Linked } from '../../fields/public.ts'
import { useCollections } from '../../fields/public.ts'
import { useOperations } from '../../operations/public.ts'
import { type BoardSource, boardReads } from '../../views/public.ts'
import { useRecordWizards, wizardItems } from '../../wizards/runner/public.ts'
import { noteOwnWrite, noteSaved } from '../data/record-writes.ts'

export interface BoardOptions {
  teamId: number
  collection: DataCollection
  dataViewId: number
  field: DataField | null
  filter: Filter | null
  search: string
  refresh(): Promise<void>
  /** Opens the form of a new record with these values. */
  onAdd(start: { values: Record<string, unknown>; linked: Linked }): void
}

export function useBoard(options: BoardOptions): BoardSource | null {
  const { teamId, collection, field, filter, search, refresh, onAdd, dataViewId } = options
  const { t } = useTranslation(['records', 'dataTypes', 'common'])
  const operations = useOperations(teamId)
  const collections = useCollections(teamId)
  const [folded, onFolded] = useFolded(teamId, dataViewId)
  const wizards = useRecordWizards(teamId, collection.id)
  const about = JSON.stringify([filter, search])
  // biome-ignore lint/correctness/useExhaustiveDependencies: filter and search by their content
  return useMemo(() => {
    if (!field) return null
    const type = fieldType(field.dataType)
    const reference = type.refersTo?.(field.settings)
    const targetId = reference?.to === 'record' ? reference.collectionId : null
    return {
      field,
      ...boardReads({
        teamId,
        dataCollectionId: collection.id,
        field,
        filter,
        search,
        collections,
        t: t as never,
      }),
      move: field.canUpdate
        ? async (record, value, toName) => {
            noteOwnWrite(record.id)
            const answer = await call(api.records.update, {
              params: { teamId, dataRecordId: record.id },
              body: { values: { [field.columnName]: value }, version: record.version },
            })
            operations.recordOperation(
              answer.operation,
              t('records:toast.moved', { name: record.name || t('records:record.unnamed'), column: toName }),
            )
            noteSaved(teamId, answer.record)
          }
        : null,
      add:
        collection.canCreate && field.canUpdate
          ? ({ value, name, color }) =>
              onAdd({
                values: { [field.columnName]: value },
                linked:
                  typeof value === 'number'
                    ? { [value]: { name, color, avatar: null, dataCollectionId: targetId ?? 0 } }
                    : {},
              })
          : null,
      menuOf: (record) =>
        wizardItems(
          teamId,
          wizards.filter((link) => link.showInRowActionMenus),
          record.id,
        ),
      folded,
      onFolded,
      refresh,
    } satisfies BoardSource
  }, [
    teamId,
    collection,
    field,
    about,
    collections,
    folded,
    onFolded,
    refresh,
    onAdd,
    operations,
    wizards,
    t,
  ])
}

const noneFolded: readonly string[] = []

/** Columns that this person collapsed, remembered on the server. */
function useFolded(teamId: number, dataViewId: number) {
  const { value, set } = useOwnSetting(teamId, `board.${dataViewId}`)
  const folded = useMemo(() => readFolded(value), [value])
  const setFolded = useCallback((next: readonly string[]) => set({ folded: next }), [set])
  return [folded, setFolded] as const
}

function readFolded(value: unknown): readonly string[] {
  const list = typeof value === 'object' && value !== null ? Reflect.get(value, 'folded') : null
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : noneFolded
}
