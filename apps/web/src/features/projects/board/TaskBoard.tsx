/** Tasks in columns by status, each column in a manual order. */
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import { useFieldContext } from '../../fields/public.ts'
import { type CardLook, Kanban } from '../../views/public.ts'
import { QuickAdd } from '../components/QuickAdd.tsx'
import { startOf, taskOf } from '../data/tasks.ts'
import type { Place } from '../data/use-projects.ts'
import type { ProjectsView } from '../url-state.ts'
import { TaskFacts } from './TaskFacts.tsx'
import { placeOfNew, useTaskBoard } from './use-task-board.ts'

export function TaskBoard({
  teamId,
  place,
  view,
  onOpen,
}: {
  teamId: number
  place: Place
  view: ProjectsView
  onOpen(id: number): void
}) {
  const { t } = useTranslation(['projects'])
  const context = useFieldContext()
  const found = useTaskBoard(teamId, place, view)
  if (!found) return <EmptyState glyph="lock" title={t('noRight')} text={t('noRightText')} />
  const { source, board } = found
  const done = new Set(place.statuses.flatMap(({ id, isDone }) => (isDone ? [id] : [])))
  const look: CardLook = {
    nameOf: ({ name }) => name || t('unnamed'),
    renderName: ({ id }, name, grip) => (
      <button type="button" onClick={() => onOpen(id)} {...grip}>
        {name}
      </button>
    ),
    renderBody(record, _name, { linked }, head) {
      const task = taskOf(record)
      return (
        <>
          {head}
          <TaskFacts teamId={teamId} task={task} linked={linked} isDone={done.has(task.statusId)} />
        </>
      )
    },
  }
  return (
    <Suspense fallback={<TableSkeleton />}>
      <Kanban
        source={source}
        look={look}
        context={context}
        label={t('board.label')}
        board={{
          ...board,
          texts: { noValue: t('board.noStatus'), empty: t('board.emptyColumn') },
          ...(place.tasks.canCreate
            ? {
                renderFoot: ({ value, name }, last) => (
                  <QuickAdd
                    teamId={teamId}
                    dataCollectionId={place.ids.taskCollectionId}
                    values={{ ...startOf(view, place), ...placeOfNew(value, last) }}
                    label={t('add.toStatus', { status: name })}
                    onAdded={board.refresh}
                  />
                ),
              }
            : {}),
        }}
      />
    </Suspense>
  )
}
