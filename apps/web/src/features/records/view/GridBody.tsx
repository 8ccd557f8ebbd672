/** The records in the grid, or on a phone in a list, with the actions on selected ones. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { DataRecord } from '@muster/contract/records/records.schema'
import type { RowColor } from '@muster/contract/views/views.schema'
import type { WizardLink } from '@muster/contract/wizards/wizards.schema'
import {
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useState,
} from 'react'
import { useErrorText } from '../../../lib/errors.ts'
import { useIsRested } from '../../../lib/rest.ts'
import { toast } from '../../../ui/toasts.ts'
import { AddField, FieldSettings } from '../../fields/public.ts'
import { fieldsIn } from '../../filters/public.ts'
import { WhyDialog } from '../../membership/public.ts'
import { useCan } from '../../teams/public.ts'
import { ruleColor } from '../../views/public.ts'
import { useRecordWizards } from '../../wizards/runner/public.ts'
import { BulkBar } from '../components/BulkBar.tsx'
import type { GridNavigator } from '../components/grid-hooks.ts'
import { RecordGrid } from '../components/RecordGrid.tsx'
import { RecordList } from '../components/RecordList.tsx'
import { RowMenu } from '../components/RowMenu.tsx'
import { useWatchOperations } from '../components/RunningOperations.tsx'
import { UnsavedBar } from '../components/UnsavedBar.tsx'
import type { GroupField } from '../data/groups.ts'
import { withVisibility } from '../data/layout.ts'
import { noSelection } from '../data/selection.ts'
import type { LiveSource } from '../data/use-record-source.ts'
import type { Box } from '../grid/port.ts'
import { type RewriteActions, useRewrite } from '../rewrite/use-rewrite.tsx'
import { useColumnStats } from '../stats/use-column-stats.tsx'
import type { RecordsViewState } from '../url-state.ts'
import { ListBody } from './ListBody.tsx'
import type { Start } from './start.ts'
import { useArrange } from './use-arrange.ts'
import type { OpenView } from './use-open-view.ts'

export interface GridBodyProps {
  teamId: number
  collection: DataCollection
  fields: readonly DataField[]
  live: LiveSource
  opened: OpenView
  address: RecordsViewState
  isNarrowed: boolean
  group: readonly GroupField[]
  rowColors: readonly RowColor[]
  isPhone: boolean
  /** The view's columns, in its order. */
  shown: readonly string[]
  onNew(start?: Start): void
  onFilterOf(field: string): void
  /** Set while the grid is shown. */
  navigator: RefObject<GridNavigator | null>
  /** For the menu of the page. */
  rewriteRef: Ref<RewriteActions>
}

const noWizards: readonly WizardLink[] = []

export function GridBody(props: GridBodyProps) {
  const { teamId, collection, fields, live, opened, address, isPhone, navigator } = props
  const { view: now, open } = address
  const { state, layout, show } = opened
  const { source } = live
  const can = useCan()
  const move = useArrange(teamId, collection, source)
  const [selection, setSelection] = useState(noSelection)
  const errorText = useErrorText()
  const [isAddingField, setAddingField] = useState(false)
  const [editedField, setEditedField] = useState<DataField | null>(null)
  const watch = useWatchOperations(teamId)
  const [why, setWhy] = useState<DataRecord | null>(null)
  const wizards = useRecordWizards(teamId, useIsRested() ? collection.id : undefined).filter(
    (link) => link.showInRowActionMenus,
  )
  const [rowMenu, setRowMenu] = useState<{ record: DataRecord; box: Box } | null>(null)
  // A selection belongs to the list it was made in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every new query
  useEffect(() => setSelection(noSelection), [source.query])
  const { shown } = props
  const listed = useMemo(
    () => shown.flatMap((name) => fields.find(({ columnName }) => columnName === name) ?? []),
    [shown, fields],
  )
  const asked = fields.find(({ columnName }) => columnName === now.rewrite?.field)
  const rewritable = asked && !listed.includes(asked) ? [...listed, asked] : listed
  const rewrite = useRewrite({
    teamId,
    collection,
    fields: rewritable,
    source,
    selection,
    navigator,
    isReadOnly: now.isTrash,
    asked: now.rewrite,
    onAnswered: () => address.show({ rewrite: null }),
    onAdded: (columnName) => layout.change((now) => withVisibility(now, columnName, true)),
  })
  const stats = useColumnStats({
    teamId,
    dataCollectionId: collection.id,
    source,
    onClose: () => requestAnimationFrame(() => navigator.current?.focus()),
  })
  useImperativeHandle(props.rewriteRef, () => rewrite)
  const filtered = useMemo(() => fieldsIn(state.filter), [state.filter])
  /** Where the menu can move the row; null at the ends of the list. */
  const placesOf = ({ id }: DataRecord) => {
    const at = source.cache.indexOf(id) ?? 0
    return { up: at > 0 ? at - 1 : null, down: at + 1 < source.rowCount ? at + 1 : null }
  }
  const { rowColors } = props
  const colorOf = useCallback(({ mark }: DataRecord) => ruleColor(rowColors, mark), [rowColors])
  const isOwn = now.search !== '' || now.quick.length > 0 || opened.changes.filter || !opened.view
  return (
    <>
      <ListBody
        source={source}
        collection={collection}
        isNarrowed={props.isNarrowed}
        isTrash={now.isTrash}
        onClear={
          isOwn
            ? () => show({ filter: opened.view ? opened.view.filter : null, quick: [], search: '' })
            : null
        }
        onNew={() => props.onNew()}
      >
        {isPhone ? (
          <RecordList
            teamId={teamId}
            collection={collection}
            fields={listed}
            source={source}
            colorOf={colorOf}
            wizards={now.isTrash ? noWizards : wizards}
            onOpen={open}
          />
        ) : (
          <RecordGrid
            teamId={teamId}
            collection={collection}
            fields={fields}
            source={source}
            colorOf={colorOf}
            onSettle={live.settle}
            layout={layout.layout}
            onLayout={layout.change}
            sort={state.sort}
            group={props.group}
            filtered={filtered}
            selection={selection}
            onSelection={setSelection}
            openId={now.recordId}
            onOpen={open}
            onSort={(field, direction) => show({ sort: direction ? [{ field, direction }] : [] })}
            onFilter={props.onFilterOf}
            onGroup={now.isTrash ? null : (group) => show({ group })}
            onRowMenu={(record, box) => setRowMenu({ record, box })}
            isReadOnly={now.isTrash}
            columnItems={(field) => [
              ...(now.isTrash ? [] : [stats.itemOf(field)]),
              ...rewrite.itemsOf(field),
            ]}
            onStats={stats.open}
            onEditField={can('team_admin_data_collections') ? setEditedField : null}
            onRefused={(values, error) => {
              toast.error(errorText(error))
              props.onNew({ values, linked: source.linked })
            }}
            onAddField={can('team_admin_data_collections') ? () => setAddingField(true) : null}
            navigator={navigator}
            onMoveRow={move}
          />
        )}
      </ListBody>
      <UnsavedBar teamId={teamId} fields={fields} source={source} openId={now.recordId} />
      <BulkBar
        teamId={teamId}
        collection={collection}
        fields={fields}
        source={source}
        selection={selection}
        onSelection={setSelection}
        isTrash={now.isTrash}
        onReplace={rewrite.kinds.includes('replace') ? () => rewrite.open('replace', null, 'selected') : null}
      />
      {rewrite.dialog}
      {stats.dialog}
      {isAddingField && (
        <AddField
          teamId={teamId}
          dataCollectionId={collection.idHomeDataCollection}
          onClose={() => {
            setAddingField(false)
            navigator.current?.focus()
          }}
          onAdded={({ columnName }) => layout.change((now) => withVisibility(now, columnName, true))}
        />
      )}
      {editedField && (
        <FieldSettings
          teamId={teamId}
          dataCollectionId={collection.idHomeDataCollection}
          field={editedField}
          onClose={() => {
            setEditedField(null)
            requestAnimationFrame(() => navigator.current?.focus())
          }}
          onBegun={() => watch()}
        />
      )}
      {rowMenu && (
        <RowMenu
          teamId={teamId}
          {...rowMenu}
          isTrash={now.isTrash}
          canDelete={collection.canDelete}
          wizards={wizards}
          onOpen={open}
          onWhy={collection.id === collection.idHomeDataCollection || now.isTrash ? null : setWhy}
          places={move && placesOf(rowMenu.record)}
          onMove={(record, to) => {
            const from = source.cache.indexOf(record.id)
            if (from === undefined) return
            move?.(from, to)
            navigator.current?.show(record.id)
            navigator.current?.focus()
          }}
          onClose={() => setRowMenu(null)}
        />
      )}
      {why && (
        <WhyDialog
          teamId={teamId}
          recordId={why.id}
          recordName={why.name}
          dataCollectionId={collection.id}
          onClose={() => setWhy(null)}
        />
      )}
    </>
  )
}
