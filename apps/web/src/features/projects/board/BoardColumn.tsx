/** One status of the board: its tasks in their order, and a line to add another. */
import { useDroppable } from '@dnd-kit/core'
import { Button } from '@mantine/core'
import { taskColumns } from '@muster/contract/projects/projects.rules'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { Chip, type Linked } from '../../fields/public.ts'
import { QuickAdd } from '../components/QuickAdd.tsx'
import { startOf, type Task } from '../data/tasks.ts'
import type { Column } from '../data/use-board.ts'
import type { Place } from '../data/use-projects.ts'
import type { ProjectsView } from '../url-state.ts'
import classes from './Board.module.css'
import { TaskCard } from './TaskCard.tsx'
import type { Held } from './use-held.ts'

export function BoardColumn({
  teamId,
  place,
  view,
  column,
  linked,
  held,
  at,
  showMore,
  onOpen,
  onKey,
  onAdded,
}: {
  teamId: number
  place: Place
  view: ProjectsView
  column: Column
  linked: Linked
  held: Held | null
  /** Its place on the board. */
  at: number
  showMore: (() => void) | null
  onOpen(id: number): void
  onKey(key: string, task: Task): boolean
  onAdded(): Promise<unknown>
}) {
  const { t } = useTranslation(['projects'])
  const format = useFormat()
  const { status, total } = column
  const drop = useDroppable({ id: `column-${status.id}`, data: { statusId: status.id } })
  const heading = `column-title-${status.id}`
  const tasks = shown(column, held, at)
  // While it hangs on the pointer a line shows where it would go.
  const line = held?.by === 'pointer' && held.column === at ? held.index : null
  const others = tasks.filter(({ id }) => id !== held?.task.id)
  const lineBefore = line === null ? null : (others[line]?.id ?? 'end')
  const last = column.tasks.at(-1)?.position ?? null
  return (
    <section ref={drop.setNodeRef} className={classes.column} aria-labelledby={heading}>
      <h2 id={heading} className={classes.head}>
        <Chip text={status.name} color={status.color} />
        <span className={classes.count}>{column.isLoading ? '' : format.number(total)}</span>
      </h2>
      <ul className={classes.list} aria-labelledby={heading}>
        {tasks.map((task) => (
          <Fragment key={task.id}>
            {lineBefore === task.id && <li className={classes.line} aria-hidden="true" />}
            <TaskCard
              teamId={teamId}
              task={task}
              linked={linked}
              isDone={status.isDone}
              isHeld={held?.task.id === task.id}
              canMove={place.canMove}
              onOpen={() => onOpen(task.id)}
              onKey={(key) => onKey(key, task)}
            />
          </Fragment>
        ))}
        {lineBefore === 'end' && <li className={classes.line} aria-hidden="true" />}
      </ul>
      {tasks.length === 0 && !column.isLoading && line === null && (
        <p className={classes.empty}>{t('board.emptyColumn')}</p>
      )}
      {showMore && (
        <Button variant="subtle" color="gray" size="xs" onClick={showMore}>
          {t('board.showMore', { count: total - column.tasks.length })}
        </Button>
      )}
      {place.tasks.canCreate && (
        <QuickAdd
          teamId={teamId}
          dataCollectionId={place.ids.taskCollectionId}
          values={{
            ...startOf(view, place),
            [taskColumns.status]: status.id,
            [taskColumns.position]: last === null ? 0 : last + 1024,
          }}
          label={t('add.toStatus', { status: status.name })}
          onAdded={onAdded}
        />
      )}
    </section>
  )
}

/** What is moved by keyboard is shown where it would be put down. */
function shown({ tasks }: Column, held: Held | null, at: number): readonly Task[] {
  if (held?.by !== 'keyboard') return tasks
  const others = tasks.filter(({ id }) => id !== held.task.id)
  if (held.column !== at) return others
  return [...others.slice(0, held.index), held.task, ...others.slice(held.index)]
}
