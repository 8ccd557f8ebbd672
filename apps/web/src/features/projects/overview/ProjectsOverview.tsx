/** The projects of the team with their progress. */
import { Button, Progress } from '@mantine/core'
import { projectColumns, taskColumns } from '@muster/contract/projects/projects.rules'
import { keepPreviousData } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import styles from '../../../ui/shared.module.css'
import { Chip, FieldValue, fieldTitle, type Linked, useFieldContext } from '../../fields/public.ts'
import type { Place } from '../data/use-projects.ts'
import { useRecordPages } from '../data/use-record-pages.ts'
import type { ProjectsView } from '../url-state.ts'
import classes from './ProjectsOverview.module.css'

const pageSize = 200
const mostGroups = 10_000

interface Tally {
  done: number
  all: number
}

export function ProjectsOverview({
  teamId,
  place,
  view,
  onShow,
}: {
  teamId: number
  place: Place
  view: ProjectsView
  onShow(change: Partial<ProjectsView>): void
}) {
  const { t } = useTranslation(['projects', 'common'])
  const format = useFormat()
  const query = useProjectPages(teamId, place, view)
  const tallies = useTallies(teamId, place)
  const linked: Linked = Object.assign({}, ...(query.data?.pages.map((page) => page.linked) ?? []))
  const context = useFieldContext(linked)
  const field = (column: string) => place.projects.DataFields.find(({ columnName }) => columnName === column)
  const titleOf = (column: string) => {
    const own = field(column)
    return own ? fieldTitle(own, format.language) : ''
  }
  const [status, owner, period] = [projectColumns.status, projectColumns.owner, projectColumns.period]
  const chipOf = (id: unknown, isPerson = false) => {
    const one = typeof id === 'number' ? context.linked[id] : undefined
    return one && <Chip text={one.name} color={isPerson ? null : one.color} />
  }
  const isFiltered = view.search !== '' || view.isMine
  const create = place.projects.canCreate && (
    <Button leftSection={<Glyph name="plus" />} onClick={() => onShow({ creates: 'project' })}>
      {t('overview.create')}
    </Button>
  )
  return (
    <PageBody isWide>
      <DataTable
        label={t('overview.label')}
        rows={query.data?.pages.flatMap(({ items }) => items)}
        rowKey={({ id }) => id}
        rowUrl={({ id }) => `/team-${teamId}/projects?project=${id}`}
        rowMenu={({ id }) => [
          { label: t('overview.edit'), glyph: 'edit', action: () => onShow({ recordId: id }) },
          {
            label: t('overview.list'),
            glyph: 'list',
            url: `/team-${teamId}/projects?view=list&project=${id}`,
          },
        ]}
        menuLabel={({ name }) => t('common:reorder.actionsFor', { name: name || t('unnamed') })}
        isLoading={query.isPending}
        error={query.error}
        onRetry={query.refetch}
        empty={
          <EmptyState
            glyph="board"
            title={isFiltered ? t('overview.noneFound') : t('overview.none')}
            text={isFiltered ? undefined : t('overview.noneText')}
            action={!isFiltered && create}
          />
        }
        columns={[
          {
            key: 'name',
            title: t('common:name'),
            sortBy: ({ name }) => name,
            render: ({ name }) => name || t('unnamed'),
          },
          {
            key: 'progress',
            title: t('overview.progress'),
            render: ({ id, name }) => {
              const tally = tallies.get(id)
              if (!tally) return <span className={styles.muted}>{t('overview.noTasks')}</span>
              const text = t('overview.tally', { done: format.number(tally.done), count: tally.all })
              return (
                <span className={classes.progress}>
                  <Progress
                    value={(tally.done / tally.all) * 100}
                    size="sm"
                    aria-label={t('overview.progressOf', { name })}
                    className={classes.bar}
                  />
                  {text}
                </span>
              )
            },
          },
          {
            key: 'status',
            title: titleOf(status),
            isMinor: true,
            render: ({ values }) => chipOf(values[status]),
          },
          {
            key: 'owner',
            title: titleOf(owner),
            isMinor: true,
            render: ({ values }) => chipOf(values[owner], true),
          },
          {
            key: 'period',
            title: titleOf(period),
            isMinor: true,
            render: ({ values }) => {
              const own = field(period)
              return (
                own &&
                values[period] != null && (
                  <FieldValue field={own} value={values[period]} context={context} variant="line" />
                )
              )
            },
          },
        ]}
      />
      {query.hasNextPage && (
        <Button
          mt="md"
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('overview.more')}
        </Button>
      )}
    </PageBody>
  )
}

function useProjectPages(teamId: number, place: Place, view: ProjectsView) {
  return useRecordPages(teamId, place.ids.projectCollectionId, {
    ...(view.search ? { search: view.search } : {}),
    ...(view.isMine
      ? {
          filter: { field: projectColumns.owner, op: 'is' as const, value: place.ids.ownMemberId ?? 1 },
        }
      : {}),
    sort: [{ field: '@name', direction: 'asc' as const }],
    limit: pageSize,
  })
}

/** Tasks of each project, and how many of them are done: counted by the server, in one statement. */
function useTallies(teamId: number, { ids, statuses }: Place): ReadonlyMap<number, Tally> {
  const { data } = useApi(
    api.records.aggregate,
    {
      params: { teamId, dataCollectionId: ids.taskCollectionId },
      body: {
        groupBy: [{ field: taskColumns.project }, { field: taskColumns.status }],
        measures: [{ fn: 'count' }],
        limit: mostGroups,
      },
    },
    { placeholderData: keepPreviousData },
  )
  const done = new Set(statuses.filter(({ isDone }) => isDone).map(({ id }) => id))
  const tallies = new Map<number, Tally>()
  for (const { keys, values } of data?.groups ?? []) {
    const [project, status] = keys
    if (typeof project !== 'number') continue
    const count = Number(values[0] ?? 0)
    const tally = tallies.get(project) ?? { done: 0, all: 0 }
    tally.all += count
    if (typeof status === 'number' && done.has(status)) tally.done += count
    tallies.set(project, tally)
  }
  return tallies
}
