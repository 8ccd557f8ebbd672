/** A task on the board: its name, when it is due, whose it is, what it is about. */
import { useDraggable, useDroppable } from '@dnd-kit/core'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { Initials } from '../../../ui/Initials.tsx'
import { Chip, type Linked } from '../../fields/public.ts'
import { DueMark } from '../components/DueMark.tsx'
import type { Task } from '../data/tasks.ts'
import classes from './Board.module.css'

export interface TaskCardProps {
  teamId: number
  task: Task
  linked: Linked
  isDone: boolean
  isHeld: boolean
  canMove: boolean
  onOpen(): void
  onKey(key: string): boolean
}

export function TaskCard(props: TaskCardProps) {
  const { task, isHeld, canMove, onOpen, onKey } = props
  const { t } = useTranslation('projects')
  const drag = useDraggable({ id: `task-${task.id}`, data: { task }, disabled: !canMove })
  const drop = useDroppable({ id: `over-${task.id}`, data: { taskId: task.id, statusId: task.statusId } })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (canMove && onKey(event.key)) event.preventDefault()
  }
  return (
    <li ref={drop.setNodeRef} className={classes.item}>
      <div
        ref={drag.setNodeRef}
        className={classes.card}
        data-held={isHeld || undefined}
        data-dragging={drag.isDragging || undefined}
        {...(canMove ? drag.listeners : {})}
      >
        <button
          type="button"
          className={classes.name}
          data-task={task.id}
          aria-describedby={canMove ? 'board-help' : undefined}
          onClick={onOpen}
          onKeyDown={onKeyDown}
        >
          {task.name || t('unnamed')}
        </button>
        <CardBody {...props} />
      </div>
    </li>
  )
}

/** What stands under the name; also of the card that hangs on the pointer. */
export function CardBody({
  teamId,
  task,
  linked,
  isDone,
}: Pick<TaskCardProps, 'teamId' | 'task' | 'linked' | 'isDone'>) {
  const { t } = useTranslation('projects')
  const named = (id: number | null) => (id === null ? undefined : linked[id])
  const [priority, project, assignee, record] = [
    named(task.priorityId),
    named(task.projectId),
    named(task.assigneeId),
    named(task.recordId),
  ]
  return (
    <span className={classes.facts}>
      {priority && <Chip text={priority.name} color={priority.color} />}
      {project && <Chip text={project.name} icon="fas fa-diagram-project" />}
      {record && (
        <AppLink
          href={`/team-${teamId}/data-records/${task.recordId}`}
          className={classes.record}
          aria-label={t('openRecord', { name: record.name })}
          onPointerDown={(event) => event.stopPropagation()}
        >
          <Glyph name="link" size={12} />
          <span className={classes.recordName}>{record.name}</span>
        </AppLink>
      )}
      <DueMark dueOn={task.dueOn} isDone={isDone} />
      {assignee && (
        <span className={classes.person} title={assignee.name}>
          <Initials name={assignee.name} size={20} isRound />
          <span className={classes.personName}>{assignee.name}</span>
        </span>
      )}
    </span>
  )
}
