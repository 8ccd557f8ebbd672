/** Records of a collection through one of its views: header, switcher, toolbar, records, side panel. */

import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { UpdateView } from '@muster/contract/views/views.schema'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { Gradually } from '../../../ui/Gradually.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { PageSkeleton, TableSkeleton } from '../../../ui/Skeletons.tsx'
import { toast } from '../../../ui/toasts.ts'
import { WorkBody, WorkPage } from '../../../ui/WorkPage.tsx'
import { SmartCollectionDialog } from '../../collections/public.ts'
import { ExportDialog, ExportWatch } from '../../exports/public.ts'
import { fieldTitle } from '../../fields/public.ts'
import { FilterChips, systemTitle } from '../../filters/public.ts'
import { PeopleHere, useHere } from '../../live/public.ts'
import { ArrangeDialog } from '../../membership/public.ts'
import { useCan } from '../../teams/public.ts'
import {
  FeedDialog,
  QuickFilters,
  readsRecords,
  ViewControls,
  ViewPanel,
  viewKinds,
} from '../../views/public.ts'
import { Count } from '../components/Count.tsx'
import type { GridNavigator } from '../components/grid-hooks.ts'
import { mostDetails } from '../components/RecordList.tsx'
import { RunningOperations } from '../components/RunningOperations.tsx'
import { type Panel, Toolbar } from '../components/Toolbar.tsx'
import { type Column, emptyLayout, type MetaColumn } from '../data/layout.ts'
import { useDeferredUpdates } from '../data/use-deferred-updates.ts'
import { type LiveSource, useRecordSource } from '../data/use-record-source.ts'
import type { RewriteActions } from '../rewrite/use-rewrite.tsx'
import { emptyView, type RecordsView, type RecordsViewState, writeView } from '../url-state.ts'
import { DeferredChanges } from './DeferredChanges.tsx'
import { GridBody } from './GridBody.tsx'
import { ListMenu } from './ListMenu.tsx'
import { newView } from './new-view.ts'
import { RecordPanels } from './RecordPanels.tsx'
import classes from './RecordsScreen.module.css'
import { useSaveItems } from './save-items.ts'
import type { Start } from './start.ts'
import { useDisplay } from './use-display.ts'
import { useListQuery } from './use-list-query.ts'
import { type OpenView, useOpenView, type ViewPreview } from './use-open-view.ts'
import { ViewCount } from './ViewCount.tsx'
import { ViewRecords } from './ViewRecords.tsx'

export interface RecordsScreenProps {
  teamId: number
  collection: DataCollection
  fields: readonly DataField[]
  address: RecordsViewState
}

export function RecordsScreen(props: RecordsScreenProps) {
  const { teamId, collection, fields, address } = props
  const { t } = useTranslation('viewSwitcher')
  const [preview, setPreview] = useState<ViewPreview | null>(null)
  const opened = useOpenView(teamId, collection, fields, address, preview)
  useHere(teamId, collection.idHomeDataCollection, address.view.recordId)
  if (opened.isGone) {
    return (
      <>
        <PageHeader title={collection.pluralName} icon={collection.icon} />
        <EmptyState
          glyph="eyeOff"
          title={t('gone.title')}
          text={t('gone.text')}
          action={
            <Button variant="default" onClick={() => address.show({ viewId: 'all' })}>
              {t('gone.action')}
            </Button>
          }
        />
      </>
    )
  }
  if (opened.error && opened.isPending)
    return <ErrorState error={opened.error} title={t('error.get')} onRetry={opened.retry} />
  if (opened.isPending) return <PageSkeleton />
  return <FoundRecords {...props} opened={opened} onPreview={setPreview} />
}

interface FoundRecordsProps extends RecordsScreenProps {
  opened: OpenView
  onPreview(preview: ViewPreview | null): void
}

/** Asks for the first rows before the screen around them is drawn. */
function FoundRecords(props: FoundRecordsProps) {
  const { teamId, collection, fields, opened, address } = props
  const isPhone = useMediaQuery('(max-width: 719px)', window.innerWidth < 720)
  const list = useListQuery(collection, fields, opened, address.view, isPhone)
  const live = useRecordSource(
    teamId,
    opened.layout.isReady && list.isGrid ? collection : undefined,
    list.query,
    isPhone ? list.shown.slice(0, mostDetails + 1) : list.shown,
    opened.view?.autoUpdate === false,
  )
  const [isBegun, setBegun] = useState(false)
  if (!isBegun && (live || !list.isGrid)) setBegun(true)
  if (!isBegun) return <PageSkeleton />
  return (
    <Gradually fallback={<PageSkeleton />} turn={2}>
      <OpenRecords {...props} isPhone={isPhone} list={list} live={live} />
    </Gradually>
  )
}

interface OpenRecordsProps extends FoundRecordsProps {
  isPhone: boolean
  list: ReturnType<typeof useListQuery>
  live: LiveSource | null
}

function OpenRecords({
  teamId,
  collection,
  fields,
  address,
  opened,
  onPreview,
  isPhone,
  list,
  live,
}: OpenRecordsProps) {
  const { view: now, open, close } = address
  const { view, state, layout, show } = opened
  const { t } = useTranslation(['records'])
  const { t: filtersT } = useTranslation(['filters', 'common', 'errors'])
  const can = useCan()
  const router = useRouter()
  const [panel, setPanel] = useState<Panel | null>(null)
  const [filterField, setFilterField] = useState<string | null>(null)
  const [isExporting, setExporting] = useState(false)
  const [isFeeding, setFeeding] = useState(false)
  const [isArranging, setArranging] = useState(false)
  /** The view whose settings are beside it, and the changes with which that began. */
  const [editing, setEditing] = useState<{ viewId: number; start: UpdateView } | null>(null)
  const edited = editing && (opened.views.find(({ id }) => id === editing.viewId && id === view?.id) ?? null)
  const [isMakingView, setMakingView] = useState(false)
  const [isMakingSmart, setMakingSmart] = useState(false)
  const navigator = useRef<GridNavigator>(null)
  const [start, setStart] = useState<Start | undefined>()
  const rewrite = useRef<RewriteActions>(null)
  const canShare = can('team_admin_data_collections')
  const { kind, isGrid, quick, filter, nameField, columns, shown, group, query, rowColors } = list
  const { isOrdered, hasCount } = viewKinds[kind]
  const hasRecords = now.isTrash || !view || readsRecords(view)
  const displayed = useDisplay(teamId, collection, fields, opened, now, filter, isGrid)
  const deferred = useDeferredUpdates(
    teamId,
    [collection.id, collection.idHomeDataCollection],
    displayed?.source ?? null,
    view?.autoUpdate === false,
  )
  const changed = isGrid ? live : deferred
  const linked = live?.source.linked ?? noLinked
  const titleOf = useCallback(
    ({ id, field }: Column) =>
      field ? fieldTitle(field, currentLanguage()) : systemTitle(id as MetaColumn, filtersT),
    [filtersT],
  )
  const openNew = (from?: Start) => {
    setStart(from)
    open('new')
  }
  const viewId = edited?.id
  const preview = useCallback(
    (changes: UpdateView) =>
      onPreview(viewId === undefined || Object.keys(changes).length === 0 ? null : { viewId, changes }),
    [onPreview, viewId],
  )
  const saveItems = useSaveItems(collection, now.isTrash, filter, {
    onView: () => setMakingView(true),
    onSmart: () => setMakingSmart(true),
  })
  const base = `/team-${teamId}/data-collections/${collection.id}/records`
  const addressOf = (next: Partial<RecordsView>) =>
    base + (router.options.stringifySearch?.(writeView({ ...emptyView, ...next })) ?? '')
  const viewIdOf = (id: number | undefined) => id ?? (opened.first.id === null ? null : ('all' as const))
  const controls = !now.isTrash && (
    <ViewControls
      teamId={teamId}
      dataCollectionId={collection.id}
      fields={fields}
      views={opened.views}
      view={view}
      first={opened.first}
      isModified={opened.isModified && !edited}
      isStale={opened.isStale}
      canShare={canShare}
      now={() => newView(collection, fields, opened, filter, nameField)}
      isMaking={isMakingView}
      onMaking={setMakingView}
      toSave={opened.toSave}
      onDiscard={opened.discard}
      onEdit={({ id }) => {
        // What is changed in the list goes on in the panel: there is one place to save it.
        setEditing({ viewId: id, start: opened.toSave() })
        if (opened.isModified) opened.discard()
        if (now.recordId !== null || now.isNew) close()
      }}
      onOpen={(next) => address.show({ ...emptyView, viewId: viewIdOf(next?.id) })}
      urlOf={(one) => addressOf({ viewId: viewIdOf(one?.id) })}
    />
  )
  return (
    <WorkPage hasDrawer={now.recordId !== null || now.isNew || edited !== null}>
      <PageHeader
        title={
          now.isTrash ? t('records:trash.title', { name: collection.pluralName }) : collection.pluralName
        }
        icon={collection.icon}
        aside={
          <>
            {!isPhone && controls}
            <PeopleHere teamId={teamId} dataCollectionId={collection.idHomeDataCollection} />
          </>
        }
        action={
          collection.canCreate && !now.isTrash ? (
            <Button leftSection={<Glyph name="plus" />} onClick={() => openNew()}>
              {t(collection.IsUsedAsCustomList ? 'records:create.newItem' : 'records:create.new')}
            </Button>
          ) : undefined
        }
        menu={
          <ListMenu
            teamId={teamId}
            collection={collection}
            fields={fields}
            isTrash={now.isTrash}
            onExport={() => setExporting(true)}
            onTrash={() => show({ isTrash: !now.isTrash, recordId: null })}
            onArrange={() => setArranging(true)}
            onRewrite={isGrid && live ? (kind) => rewrite.current?.open(kind) : null}
            onFeed={viewKinds[kind].hasFeed && view ? () => setFeeding(true) : null}
          />
        }
      />
      {isPhone && controls && <div className={classes.views}>{controls}</div>}
      {hasRecords && (
        <Toolbar
          dataCollectionId={collection.id}
          fields={fields}
          linked={linked}
          filter={state.filter}
          sort={state.sort}
          group={group}
          onGroup={isPhone || now.isTrash || !isGrid ? null : (group) => show({ group })}
          onFoldAll={(isFolded) => navigator.current?.foldAll(isFolded)}
          search={now.search}
          onFilter={(filter) => show({ filter })}
          onSort={!isOrdered ? null : (sort) => show({ sort })}
          onSearch={(search) => show({ search })}
          panel={panel}
          onPanel={(next) => {
            setPanel(next)
            if (next !== 'filter') setFilterField(null)
          }}
          filterField={filterField}
          columns={isPhone || !isOrdered ? null : columns}
          saveItems={saveItems}
          titleOf={titleOf}
          isGrid={isGrid}
          layout={layout.layout}
          onLayout={layout.change}
          onResetColumns={() =>
            view
              ? layout.resetColumns()
              : layout.change(({ rowHeight, sums }) => ({ ...emptyLayout, rowHeight, sums }))
          }
        >
          {changed && <DeferredChanges deferred={changed.deferred} onShow={changed.release} />}
          {live && <Count source={live.source} />}
          {displayed && hasCount && <ViewCount source={displayed.source} />}
        </Toolbar>
      )}
      {now.isTrash && <p className={classes.notice}>{t('records:trash.text')}</p>}
      {view && hasRecords && !now.isTrash && (
        <QuickFilters
          fields={fields}
          filterFields={view.filterFields}
          value={quick}
          onChange={(quick) => show({ quick })}
        />
      )}
      {state.filter && hasRecords && (
        <div className={classes.chips}>
          <FilterChips
            fields={fields}
            filter={state.filter}
            linked={linked}
            onEdit={() => setPanel('filter')}
            onChange={(filter) => show({ filter })}
          />
        </div>
      )}
      <WorkBody>
        {live ? (
          <Gradually fallback={<TableSkeleton />}>
            <GridBody
              key={view?.id ?? 'all'}
              teamId={teamId}
              collection={collection}
              fields={fields}
              live={live}
              opened={opened}
              address={address}
              isNarrowed={filter !== null || now.search !== ''}
              group={group}
              rowColors={rowColors}
              isPhone={isPhone}
              shown={shown}
              onNew={openNew}
              onFilterOf={(field) => {
                setFilterField(field)
                setPanel('filter')
              }}
              navigator={navigator}
              rewriteRef={rewrite}
            />
          </Gradually>
        ) : displayed && view ? (
          <ViewRecords
            key={view.id}
            teamId={teamId}
            collection={collection}
            fields={fields}
            view={view}
            {...displayed}
            address={address}
            filter={filter}
            refresh={deferred.refresh}
            onNew={openNew}
          />
        ) : (
          <TableSkeleton />
        )}
      </WorkBody>
      <ExportWatch teamId={teamId} dataCollectionId={collection.id} onOpen={() => setExporting(true)} />
      {isExporting && (
        <ExportDialog
          teamId={teamId}
          fields={fields}
          list={{
            dataCollectionId: collection.id,
            filter,
            sort: query.sort,
            search: now.search,
            shown,
            total: live?.source.total.isExact ? live.source.total.count : null,
          }}
          onClose={() => setExporting(false)}
        />
      )}
      {isArranging && (
        <ArrangeDialog
          teamId={teamId}
          dataCollectionId={collection.id}
          name={collection.pluralName}
          onClose={() => setArranging(false)}
        />
      )}
      {isMakingSmart && filter && (
        <SmartCollectionDialog
          teamId={teamId}
          parent={collection}
          filter={filter}
          onClose={() => setMakingSmart(false)}
          onMade={({ id, pluralName }) => {
            toast.success(t('records:saveAs.made', { name: pluralName }))
            // In the order and the groups in which its records were seen.
            void router.navigate({
              to: `/team-${teamId}/data-collections/${id}/records` as '/',
              search: writeView({ ...emptyView, sort: state.sort, group }) as never,
            })
          }}
        />
      )}
      {isFeeding && view && (
        <FeedDialog teamId={teamId} dataViewId={view.id} onClose={() => setFeeding(false)} />
      )}
      <RunningOperations teamId={teamId} />
      {editing && edited && (
        <ViewPanel
          key={edited.id}
          teamId={teamId}
          view={edited}
          canShare={canShare}
          start={editing.start}
          isHidden={now.recordId !== null || now.isNew}
          isWithin={(path, search) =>
            path === base && new URLSearchParams(search).get('view') === String(edited.id)
          }
          onPreview={preview}
          onClose={() => setEditing(null)}
        />
      )}
      <RecordPanels
        teamId={teamId}
        collection={collection}
        fields={fields}
        address={now}
        list={{ filter, sort: state.sort, search: now.search }}
        listView={{ ...now, filter: state.filter, sort: state.sort, quick }}
        source={live?.source ?? null}
        start={start}
        onOpen={open}
        onMoved={(id) => navigator.current?.show(id)}
        onClose={() => {
          setStart(undefined)
          close()
          navigator.current?.focus()
        }}
      />
    </WorkPage>
  )
}

const noLinked = {}
