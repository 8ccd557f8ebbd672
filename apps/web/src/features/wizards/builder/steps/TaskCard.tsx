/** A task in its step: title, type, how it runs, and what is wrong with it. */
import type { StepTask } from '@muster/contract/wizards/wizards.schema'
import { useNavigate } from '@tanstack/react-router'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../lib/api.ts'
import { ActionMenu } from '../../../../ui/ActionMenu.tsx'
import { AppLink } from '../../../../ui/AppLink.tsx'
import { Glyph } from '../../../../ui/Glyph.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { taskUis } from '../../tasks/index.ts'
import { useProblemText } from '../problems.ts'
import type { WizardsAdmin } from '../use-wizards-admin.ts'
import { useWizardPage } from '../wizard-context.ts'
import { placeMark } from './drag.tsx'
import { MoveHandle } from './MoveHandle.tsx'
import classes from './StepsBoard.module.css'
import type { HandleState, StepOrder } from './use-order.ts'

interface TaskProps {
  task: StepTask
  admin: WizardsAdmin
}

interface TaskCardProps extends TaskProps, HandleState {
  onKey: StepOrder['onKey']
}

/** Of 60 cards only the one that is moved is drawn again. */
export const TaskCard = memo(function TaskCard({ task, admin, onKey, ...handle }: TaskCardProps) {
  const { t } = useTranslation('wizards')
  const own = useMemo(() => ({ kind: 'task', id: task.id }) as const, [task.id])
  return (
    <li {...placeMark(own)} className={classes.task} data-taken={handle.taken !== null || undefined}>
      <MoveHandle own={own} label={t('tasks.move', { name: task.title })} onKey={onKey} {...handle} />
      <Content task={task} admin={admin} hasMenu={handle.taken === null} />
    </li>
  )
})

/**
 * Stays as it is while tasks are moved: with many of them, all would be too much for each frame of a drag. The one that is
 * moved is a new element in each step, and gets its menu, which is most of it, when it is there.
 */
const Content = memo(function Content({ task, admin, hasMenu }: TaskProps & { hasMenu: boolean }) {
  const { t } = useTranslation(['wizards', 'common'])
  const { teamId, wizard, base } = useWizardPage()
  const navigate = useNavigate()
  const problemText = useProblemText()
  const url = `${base}/steps/step-task/${task.id}/details`
  const problems = wizard.problems.filter(({ stepTaskId }) => stepTaskId === task.id)
  const facts = [
    task.executionCondition !== null && t('wizards:tasks.hasCondition'),
    task.executeInLoopValue !== null && t('wizards:tasks.inLoop', { name: task.executeInLoopValue }),
    task.executeInBackground && t('wizards:tasks.inBackground'),
    task.executeWizardInNextAction !== null && t('wizards:tasks.goesOn'),
  ].filter((fact) => fact !== false)

  const duplicate = async () => {
    const { id: _id, wizardStepId, executionRank: _rank, variable: _name, ...settings } = task
    const body = { ...settings, title: t('wizards:list.copyName', { name: task.title }).slice(0, 200) }
    try {
      const { wizard: now } = await admin.perform(
        api.wizards.createTask,
        { params: { teamId, wizardStepId }, body },
        'createTask',
        () => true,
      )
      admin.keep(now)
    } catch {
      // Told by a toast.
    }
  }
  return (
    <>
      <div className={classes.taskText}>
        <AppLink href={url} className={classes.taskTitle}>
          {task.title}
        </AppLink>
        <span className={classes.type}>
          <Icon name={taskUis[task.type].icon} size={12} />
          {t(`wizards:type.${task.type}`)}
        </span>
        {facts.length > 0 && <span className={classes.facts}>{facts.join(' · ')}</span>}
        {problems.map((problem, at) => (
          // Two problems of one setting may be alike in everything but their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <span key={at} className={classes.problem}>
            <Glyph name="warning" size={14} />
            {problemText(problem)}
          </span>
        ))}
      </div>
      {hasMenu ? (
        <ActionMenu
          label={t('wizards:tasks.actions', { name: task.title })}
          items={[
            { label: t('common:edit'), glyph: 'edit', action: () => void navigate({ to: url }) },
            { label: t('wizards:list.duplicate'), glyph: 'copy', action: () => void duplicate() },
            {
              label: t('wizards:delete.task'),
              glyph: 'trash',
              isSeparated: true,
              action: () => void admin.removeTask(task),
            },
          ]}
        />
      ) : (
        <span className={classes.menuPlace} />
      )}
    </>
  )
})
