/** Below a task's name on the board: due date, assignee, project and record. */
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { Initials } from '../../../ui/Initials.tsx'
import { Chip, type Linked } from '../../fields/public.ts'
import { DueMark } from '../components/DueMark.tsx'
import type { Task } from '../data/tasks.ts'
import classes from './TaskFacts.module.css'

export function TaskFacts({
  teamId,
  task,
  linked,
  isDone,
}: {
  teamId: number
  task: Task
  linked: Linked
  isDone: boolean
}) {
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
          onMouseDown={(event) => event.stopPropagation()}
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
