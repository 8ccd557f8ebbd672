/** Tasks as a list, grouped by due date, status or project; more load on scroll. */
import type { Sort } from '@muster/contract/filters/ast'
import { dueGroupOf, taskColumns } from '@muster/contract/projects/projects.rules'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queryKeyOf } from '../../../lib/api.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import styles from '../../../ui/shared.module.css'
import { VirtualRows } from '../../../ui/VirtualRows.tsx'
import { Chip, type Linked, namedIn } from '../../fields/public.ts'
import { DueMark } from '../components/DueMark.tsx'
import { QuickAdd } from '../components/QuickAdd.tsx'
import { filtersOf, openOnly, shownColumns, startOf, type Task, taskOf } from '../data/tasks.ts'
import type { Place } from '../data/use-projects.ts'
import { useRecordPages } from '../data/use-record-pages.ts'
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
    <div className={styles.column}>
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
  const sort: Sort = [
    { field: sortOf[view.group], direction: 'asc' },
    ...(view.group === 'due' ? [] : [{ field: taskColumns.dueOn, direction: 'asc' as const }]),
    { field: taskColumns.position, direction: 'asc' },
  ]
  return useRecordPages(teamId, place.ids.taskCollectionId, {
    filter: { and: [...filtersOf(view, place), ...(view.hasDone ? [] : openOnly(place))] },
    ...(view.search ? { search: view.search } : {}),
    sort,
    fields: shownColumns,
    limit: pageSize,
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
  return (
    <VirtualRows
      label={t('list.label')}
      className={classes.scroll}
      isTabStop
      rows={rows}
      keyOf={keyOf}
      heightOf={(row) => ('title' in row ? groupHeight : rowHeight)}
      hasMore={hasMore}
      onMore={onMore}
    >
      {(row) =>
        'title' in row ? (
          <h2 className={classes.group}>{row.title}</h2>
        ) : (
          <TaskRow
            teamId={teamId}
            task={row}
            linked={linked}
            status={statuses.get(row.statusId)}
            onOpen={onOpen}
          />
        )
      }
    </VirtualRows>
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
