/** Tasks under each other, in groups by when they are due, by status or by project; long lists come as one scrolls. */
import type { Sort } from '@muster/contract/filters/ast'
import { dueGroupOf, taskColumns } from '@muster/contract/projects/projects.rules'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, queryKeyOf } from '../../../lib/api.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import { Chip, type Linked, namedIn } from '../../fields/public.ts'
import { DueMark } from '../components/DueMark.tsx'
import { QuickAdd } from '../components/QuickAdd.tsx'
import { filtersOf, openOnly, shownColumns, startOf, type Task, taskOf } from '../data/tasks.ts'
import type { Place } from '../data/use-projects.ts'
import { useToday } from '../data/use-today.ts'
import type { Grouping, ProjectsView } from '../url-state.ts'
import classes from './TaskList.module.css'

const pageSize = 100
const rowHeight = 44
const groupHeight = 40

const sortOf: Record<Grouping, string> = {
  due: taskColumns.dueOn,
  status: taskColumns.status,
  project: taskColumns.project,
}

interface ListProps {
  teamId: number
  place: Place
  view: ProjectsView
  onOpen(id: number): void
}

export function TaskList(props: ListProps) {
  const { teamId, place, view } = props
  const { t } = useTranslation(['projects', 'common'])
  const queryClient = useQueryClient()
  const query = useTasks(props)
  const tasks = useMemo(() => query.data?.pages.flatMap(({ items }) => items.map(taskOf)) ?? [], [query.data])
  const linked: Linked = useMemo(
    () =>
      namedIn(Object.assign({}, ...(query.data?.pages.map((page) => page.linked) ?? [])), currentLanguage()),
    [query.data],
  )
  const refresh = () =>
    queryClient.invalidateQueries({ queryKey: queryKeyOf(api.records.query, { params: { teamId } }) })
  const isFiltered = view.projectId !== null || view.isMine || view.search !== ''
  return (
    <div className={classes.frame}>
      {place.tasks.canCreate && (
        <div className={classes.add}>
          <QuickAdd
            teamId={teamId}
            dataCollectionId={place.ids.taskCollectionId}
            values={startOf(view, place)}
            label={t('add.label')}
            onAdded={refresh}
          />
        </div>
      )}
      {query.isPending ? (
        <TableSkeleton />
      ) : query.isError && tasks.length === 0 ? (
        <ErrorState error={query.error} title={t('failed')} onRetry={query.refetch} />
      ) : tasks.length === 0 ? (
        <EmptyState
          glyph="check"
          title={isFiltered ? t('list.noneFiltered') : t('list.none')}
          text={isFiltered ? t('list.noneFilteredText') : t('list.noneText')}
        />
      ) : (
        <Rows
          {...props}
          tasks={tasks}
          linked={linked}
          hasMore={query.hasNextPage && !query.isFetchingNextPage && !query.isFetchNextPageError}
          onMore={query.fetchNextPage}
        />
      )}
      {query.isFetchNextPageError && (
        <p className={classes.failed} role="alert">
          {t('failed')}{' '}
          <button type="button" onClick={() => void query.fetchNextPage()}>
            {t('common:retry')}
          </button>
        </p>
      )}
    </div>
  )
}

function useTasks({ teamId, place, view }: ListProps) {
  const params = { teamId, dataCollectionId: place.ids.taskCollectionId }
  const sort: Sort = [
    { field: sortOf[view.group], direction: 'asc' },
    ...(view.group === 'due' ? [] : [{ field: taskColumns.dueOn, direction: 'asc' as const }]),
    { field: taskColumns.position, direction: 'asc' },
  ]
  const body = {
    filter: { and: [...filtersOf(view, place), ...(view.hasDone ? [] : openOnly(place))] },
    ...(view.search ? { search: view.search } : {}),
    sort,
    fields: shownColumns,
    limit: pageSize,
  }
  return useInfiniteQuery({
    queryKey: [...queryKeyOf(api.records.query, { params, body }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(
        api.records.query,
        { params, body: { ...body, ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

type Row = { key: string; title: string } | Task

function Rows({
  teamId,
  place,
  view,
  tasks,
  linked,
  hasMore,
  onMore,
  onOpen,
}: ListProps & { tasks: readonly Task[]; linked: Linked; hasMore: boolean; onMore(): unknown }) {
  const { t } = useTranslation(['projects'])
  const { today, endOfWeek } = useToday()
  const scroller = useRef<HTMLElement>(null)
  const statuses = new Map(place.statuses.map((status) => [status.id, status]))
  const groupOf = (task: Task): { key: string; title: string } => {
    if (view.group === 'status') {
      return { key: `${task.statusId}`, title: statuses.get(task.statusId)?.name ?? t('board.noStatus') }
    }
    if (view.group === 'project') {
      const name = task.projectId === null ? undefined : linked[task.projectId]?.name
      return { key: `${task.projectId}`, title: name ?? t('list.noProject') }
    }
    const group = dueGroupOf(task.dueOn, { today, endOfWeek })
    return { key: group, title: t(`due.group.${group}`) }
  }
  const rows: Row[] = []
  let last: string | null = null
  for (const task of tasks) {
    const group = groupOf(task)
    if (group.key !== last) rows.push(group)
    last = group.key
    rows.push(task)
  }
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ('title' in (rows[index] as Row) ? groupHeight : rowHeight),
    getItemKey: (index) => keyOf(rows[index] as Row),
    overscan: 10,
  })
  const items = virtual.getVirtualItems()
  const lastShown = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && lastShown >= rows.length - 10) onMore()
  }, [hasMore, lastShown, rows.length, onMore])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section ref={scroller} className={classes.scroll} aria-label={t('list.label')} tabIndex={0}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {items.map(({ index, start, size, key }) => {
          const row = rows[index] as Row
          return (
            <div
              key={key}
              className={classes.place}
              style={{ height: size, transform: `translateY(${start}px)` }}
            >
              {'title' in row ? (
                <h2 className={classes.group}>{row.title}</h2>
              ) : (
                <TaskRow
                  teamId={teamId}
                  task={row}
                  linked={linked}
                  status={statuses.get(row.statusId)}
                  onOpen={onOpen}
                />
              )}
            </div>
          )
        })}
      </div>
    </section>
  )
}

const keyOf = (row: Row): string => ('title' in row ? `group ${row.key}` : `${row.id}`)

function TaskRow({
  teamId,
  task,
  linked,
  status,
  onOpen,
}: {
  teamId: number
  task: Task
  linked: Linked
  status: { name: string; color: string | null; isDone: boolean } | undefined
  onOpen(id: number): void
}) {
  const { t } = useTranslation(['projects'])
  const named = (id: number | null) => (id === null ? undefined : linked[id])
  const [project, assignee, record] = [named(task.projectId), named(task.assigneeId), named(task.recordId)]
  return (
    <div className={classes.row} data-done={status?.isDone || undefined}>
      <button type="button" className={classes.name} onClick={() => onOpen(task.id)}>
        {task.name || t('unnamed')}
      </button>
      <span className={classes.minor}>
        {record && (
          <AppLink
            href={`/team-${teamId}/data-records/${task.recordId}`}
            className={classes.record}
            aria-label={t('openRecord', { name: record.name })}
          >
            <Glyph name="link" size={12} />
            <span className={classes.cut}>{record.name}</span>
          </AppLink>
        )}
        {project && <Chip text={project.name} icon="fas fa-diagram-project" />}
      </span>
      <span className={classes.person}>{assignee?.name}</span>
      <span className={classes.due}>
        <DueMark dueOn={task.dueOn} isDone={status?.isDone ?? false} />
      </span>
      <span className={classes.status}>{status && <Chip text={status.name} color={status.color} />}</span>
    </div>
  )
}
