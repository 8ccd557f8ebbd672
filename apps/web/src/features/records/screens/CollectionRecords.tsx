/** The records of a collection, or the items of a custom list. */

import { Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { DataRecord } from '@muster/contract/records/records.schema'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../../ui/Skeletons.tsx'
import { ExportDialog, ExportWatch } from '../../exports/public.ts'
import { fieldTitle } from '../../fields/public.ts'
import { FilterChips, fieldsIn, fieldsOf, systemTitle } from '../../filters/public.ts'
import { PeopleHere, useHere } from '../../live/public.ts'
import { WhyDialog } from '../../membership/public.ts'
import { useUndoKeys } from '../../operations/public.ts'
import { collectionsQuery, useCan, useTeamId } from '../../teams/public.ts'
import { BulkBar } from '../components/BulkBar.tsx'
import { Count, useTotal } from '../components/Count.tsx'
import { CreateDrawer } from '../components/CreateDrawer.tsx'
import type { GridNavigator } from '../components/grid-hooks.ts'
import { RecordDrawer } from '../components/RecordDrawer.tsx'
import { RecordGrid } from '../components/RecordGrid.tsx'
import { mostDetails, RecordList } from '../components/RecordList.tsx'
import { RunningActs } from '../components/RunningActs.tsx'
import { type Panel, Toolbar } from '../components/Toolbar.tsx'
import { UnsavedBar } from '../components/UnsavedBar.tsx'
import { useDelete } from '../components/use-delete.ts'
import { type Column, columnsOf, type MetaColumn } from '../data/layout.ts'
import type { RecordSource } from '../data/record-source.ts'
import { noSelection } from '../data/selection.ts'
import { defaultWidth } from '../data/titles.ts'
import { useGridLayout } from '../data/use-grid-layout.ts'
import { useRecordSource } from '../data/use-record-source.ts'
import type { Box } from '../grid/port.ts'
import { listParams } from '../page/use-list.ts'
import { type RecordsViewState, useRecordsView } from '../url-state.ts'
import classes from './CollectionRecords.module.css'

export function CollectionRecords() {
  const teamId = useTeamId()
  const id = Number(useParams({ strict: false, select: (params) => params.dataCollectionId }))
  // With the words of all its parts: one that waited for its own would take the screen away for a moment.
  const { t } = useTranslation(['records', 'filters', 'fields', 'dataTypes', 'common', 'errors'])
  const collections = useQuery(collectionsQuery(teamId))
  const collection = collections.data?.dataCollection.find((one) => one.id === id)
  const state = useRecordsView()
  useUndoKeys(teamId)
  if (collections.isError)
    return <ErrorState error={collections.error} onRetry={() => collections.refetch()} />
  if (collections.isPending) return <PageSkeleton />
  if (!collection) {
    return (
      <>
        <PageHeader title={t('records:list.title')} glyph="table" />
        <EmptyState glyph="lock" title={t('records:list.noCollection')} text={t('records:list.noRight')} />
      </>
    )
  }
  const fields = fieldsOf(collections.data.dataCollection, id) ?? []
  return <Records key={id} teamId={teamId} collection={collection} fields={fields} state={state} />
}

interface RecordsProps {
  teamId: number
  collection: DataCollection
  fields: readonly DataField[]
  state: RecordsViewState
}

function Records({ teamId, collection, fields, state }: RecordsProps) {
  const { view, show, open, close } = state
  const { t } = useTranslation(['records'])
  const { t: filtersT } = useTranslation(['filters', 'common', 'errors'])
  const can = useCan()
  const navigate = useNavigate()
  const isPhone = useMediaQuery('(max-width: 719px)', window.innerWidth < 720)
  const { layout, isReady, change: changeLayout } = useGridLayout(teamId, collection.id)
  const [selection, setSelection] = useState(noSelection)
  const [panel, setPanel] = useState<Panel | null>(null)
  const [filterField, setFilterField] = useState<string | null>(null)
  const [isExporting, setExporting] = useState(false)
  const [navigator, setNavigator] = useState<GridNavigator | null>(null)
  const [why, setWhy] = useState<DataRecord | null>(null)
  const [rowMenu, setRowMenu] = useState<{ record: DataRecord; box: Box } | null>(null)
  const isAdmin = can('team_admin_data_collections')
  useHere(teamId, collection.idHomeDataCollection, view.recordId)

  const nameField =
    fields.find((field) => field.id === collection.IdDataFieldDataObjectName)?.columnName ?? null
  const columns = useMemo(
    () => columnsOf(fields, nameField, layout, defaultWidth),
    [fields, nameField, layout],
  )
  const shown = useMemo(
    () => columns.filter((column) => !column.isHidden && column.field).map(({ id }) => id),
    [columns],
  )
  // On phones and in the trash records stand in one list.
  const group = useMemo(
    () =>
      isPhone || view.isTrash
        ? []
        : view.group.filter(({ field }) => fields.some(({ columnName }) => columnName === field)),
    [view.group, view.isTrash, isPhone, fields],
  )
  const query = useMemo(
    () => ({
      filter: view.filter,
      sort: [...group, ...view.sort.filter(({ field }) => !group.some((one) => one.field === field))],
      search: view.search,
      isTrash: view.isTrash,
    }),
    [view.filter, view.sort, group, view.search, view.isTrash],
  )
  const live = useRecordSource(
    teamId,
    isReady ? collection : undefined,
    query,
    isPhone ? fields.slice(0, mostDetails + 1).map(({ columnName }) => columnName) : shown,
  )
  // What was ticked belongs to the list it was ticked in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every new query
  useEffect(() => setSelection(noSelection), [query])

  const titleOf = useCallback(
    ({ id, field }: Column) =>
      field ? fieldTitle(field, currentLanguage()) : systemTitle(id as MetaColumn, filtersT),
    [filtersT],
  )
  const filtered = useMemo(() => fieldsIn(view.filter), [view.filter])
  const editFieldsUrl = `/team-${teamId}/admin/data-collections/${collection.idHomeDataCollection}/data-fields`
  const openNew = () => open('new')
  const isList = collection.IsUsedAsCustomList

  const menuItems = [
    ...(collection.canCreate
      ? [
          {
            label: t('records:menu.import'),
            glyph: 'upload' as const,
            url: `/team-${teamId}/data-collections/${collection.id}/import`,
          },
        ]
      : []),
    ...(view.isTrash
      ? []
      : [
          {
            label: t('records:menu.export'),
            glyph: 'download' as const,
            action: () => setExporting(true),
          },
        ]),
    ...(collection.canDelete
      ? [
          {
            label: t('records:menu.duplicates'),
            glyph: 'copy' as const,
            url: `/team-${teamId}/data-collections/${collection.id}/duplicates`,
          },
        ]
      : []),
    {
      label: t(view.isTrash ? 'records:menu.leaveTrash' : 'records:menu.trash'),
      glyph: 'trash' as const,
      action: () => show({ isTrash: !view.isTrash, recordId: null }),
    },
    ...(isAdmin
      ? [
          {
            label: t(isList ? 'records:menu.editList' : 'records:menu.editCollection'),
            glyph: 'settings' as const,
            url: `/team-${teamId}/admin/data-collections/${collection.id}/details`,
            isSeparated: true,
          },
        ]
      : []),
  ]
  const isDrawerOpen = view.recordId !== null || view.isNew
  return (
    <div className={classes.screen} data-drawer={isDrawerOpen || undefined}>
      <PageHeader
        title={
          view.isTrash ? t('records:trash.title', { name: collection.pluralName }) : collection.pluralName
        }
        icon={collection.icon}
        aside={<PeopleHere teamId={teamId} dataCollectionId={collection.idHomeDataCollection} />}
        action={
          collection.canCreate && !view.isTrash ? (
            <Button leftSection={<Glyph name="plus" />} onClick={openNew}>
              {t(isList ? 'records:create.newItem' : 'records:create.new')}
            </Button>
          ) : undefined
        }
        menuItems={menuItems}
      />
      <Toolbar
        teamId={teamId}
        dataCollectionId={collection.id}
        fields={fields}
        linked={live?.source.linked ?? {}}
        filter={view.filter}
        sort={view.sort}
        group={group}
        onGroup={isPhone || view.isTrash ? null : (group) => show({ group })}
        onFoldAll={(isFolded) => navigator?.foldAll(isFolded)}
        search={view.search}
        onFilter={(filter) => show({ filter })}
        onSort={(sort) => show({ sort })}
        onSearch={(search) => show({ search })}
        panel={panel}
        onPanel={(next) => {
          setPanel(next)
          if (next !== 'filter') setFilterField(null)
        }}
        filterField={filterField}
        columns={isPhone ? null : columns}
        titleOf={titleOf}
        layout={layout}
        onLayout={changeLayout}
      >
        {live && <Count source={live.source} />}
      </Toolbar>
      {view.isTrash && <p className={classes.notice}>{t('records:trash.text')}</p>}
      {view.filter && (
        <div className={classes.chips}>
          <FilterChips
            teamId={teamId}
            fields={fields}
            filter={view.filter}
            linked={live?.source.linked ?? {}}
            onEdit={() => setPanel('filter')}
            onChange={(filter) => show({ filter })}
          />
        </div>
      )}
      <div className={classes.body}>
        {live && (
          <Body source={live.source} state={state} collection={collection} onNew={openNew}>
            {isPhone ? (
              <RecordList collection={collection} fields={fields} source={live.source} onOpen={open} />
            ) : (
              <RecordGrid
                teamId={teamId}
                collection={collection}
                fields={fields}
                source={live.source}
                onSettle={live.settle}
                layout={layout}
                onLayout={changeLayout}
                sort={view.sort}
                group={group}
                filtered={filtered}
                selection={selection}
                onSelection={setSelection}
                openId={view.recordId}
                onOpen={open}
                onSort={(field, direction) => show({ sort: direction ? [{ field, direction }] : [] })}
                onFilter={(field) => {
                  setFilterField(field)
                  setPanel('filter')
                }}
                onRowMenu={(record, box) => setRowMenu({ record, box })}
                isReadOnly={view.isTrash}
                editFieldUrl={isAdmin ? (field) => `${editFieldsUrl}?field=${field.id}` : null}
                onReady={setNavigator}
              />
            )}
          </Body>
        )}
      </div>
      <ExportWatch teamId={teamId} dataCollectionId={collection.id} onOpen={() => setExporting(true)} />
      {isExporting && (
        <ExportDialog
          teamId={teamId}
          fields={fields}
          list={{
            dataCollectionId: collection.id,
            filter: query.filter,
            sort: query.sort,
            search: query.search,
            shown,
            total: live?.source.total.isExact ? live.source.total.count : null,
          }}
          onClose={() => setExporting(false)}
        />
      )}
      {live && (
        <>
          <RunningActs teamId={teamId} />
          <UnsavedBar teamId={teamId} fields={fields} source={live.source} openId={view.recordId} />
          <BulkBar
            teamId={teamId}
            collection={collection}
            fields={fields}
            source={live.source}
            selection={selection}
            onSelection={setSelection}
            isTrash={view.isTrash}
          />
        </>
      )}
      {view.recordId !== null && (
        <RecordDrawer
          key="record"
          teamId={teamId}
          recordId={view.recordId}
          isTrash={view.isTrash}
          previous={live ? neighbour(live.source, view.recordId, -1) : null}
          next={live ? neighbour(live.source, view.recordId, 1) : null}
          onOpen={(id) => {
            open(id)
            navigator?.show(id)
          }}
          onExpand={(id) =>
            void navigate({
              to: `/team-${teamId}/data-records/${id}` as '/',
              search: listParams(collection.id, view) as never,
            })
          }
          onClose={() => {
            close()
            navigator?.focus()
          }}
        />
      )}
      {view.isNew && (
        <CreateDrawer
          teamId={teamId}
          collection={collection}
          fields={fields}
          onCreated={(id) => open(id)}
          onClose={close}
        />
      )}
      {rowMenu && (
        <RowMenu
          teamId={teamId}
          {...rowMenu}
          isTrash={view.isTrash}
          canDelete={collection.canDelete}
          onOpen={open}
          onWhy={collection.id === collection.idHomeDataCollection || view.isTrash ? null : setWhy}
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
    </div>
  )
}

/** The record before (-1) or after (1) another, if it is at hand. */
function neighbour({ cache }: RecordSource, recordId: number, by: 1 | -1): number | null {
  const row = cache.indexOf(recordId)
  return row === undefined ? null : (cache.rowAt(row + by)?.id ?? null)
}

/** The list, or why there is none. */
function Body({
  source,
  state: { view, show },
  collection,
  onNew,
  children,
}: {
  source: RecordSource
  state: RecordsViewState
  collection: DataCollection
  onNew(): void
  children: React.ReactNode
}) {
  const { t } = useTranslation(['records', 'common'])
  const { count, isExact } = useTotal(source)
  const [, setSeen] = useState(0)
  useEffect(() => source.subscribe(({ first }) => first === 0 && setSeen((times) => times + 1)), [source])
  if (source.cache.stateOf(0) === 'failed' && count === null) {
    return (
      <ErrorState
        error={source.cache.errorAt(0)}
        onRetry={() => {
          source.cache.retry(0)
          void source.count()
        }}
      />
    )
  }
  if (count !== 0 || !isExact) return children
  if (view.filter || view.search) {
    return (
      <EmptyState
        glyph="filter"
        title={t('records:empty.filtered')}
        action={
          <Button variant="default" onClick={() => show({ filter: null, search: '' })}>
            {t('records:empty.clear')}
          </Button>
        }
      />
    )
  }
  if (view.isTrash) return <EmptyState glyph="trash" title={t('records:empty.trash')} />
  return (
    <EmptyState
      glyph="table"
      title={t('records:empty.none')}
      text={collection.isSmartCollection ? t('records:empty.smart') : undefined}
      action={
        collection.canCreate ? (
          <Button leftSection={<Glyph name="plus" />} onClick={onNew}>
            {t('records:create.new')}
          </Button>
        ) : undefined
      }
    />
  )
}

function RowMenu({
  teamId,
  record,
  box,
  isTrash,
  canDelete,
  onOpen,
  onWhy,
  onClose,
}: {
  teamId: number
  record: DataRecord
  box: Box
  isTrash: boolean
  canDelete: boolean
  onOpen(recordId: number): void
  /** Null where everything is there anyway. */
  onWhy: ((record: DataRecord) => void) | null
  onClose(): void
}) {
  const { t } = useTranslation(['records', 'common', 'membership'])
  const { remove, restore } = useDelete(teamId)
  return (
    <Menu opened onClose={onClose} position="bottom-start" width={200} returnFocus={false}>
      <Menu.Target>
        <span
          aria-hidden="true"
          style={{ position: 'fixed', left: box.x, top: box.y, width: 1, height: box.height }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={record.name}>
        <Menu.Item leftSection={<Glyph name="sidebar" />} onClick={() => onOpen(record.id)}>
          {t('common:open')}
        </Menu.Item>
        {onWhy && (
          <Menu.Item leftSection={<Glyph name="help" />} onClick={() => onWhy(record)}>
            {t('membership:why')}
          </Menu.Item>
        )}
        {canDelete && (
          <Menu.Item
            leftSection={<Glyph name={isTrash ? 'undo' : 'trash'} />}
            onClick={() => void (isTrash ? restore(record) : remove(record))}
          >
            {t(isTrash ? 'common:restore' : 'common:delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
