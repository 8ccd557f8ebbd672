/** A step with its settings in words and its tasks. */
import type { StepTask, WizardStep } from '@muster/contract/wizards/wizards.schema'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionMenu } from '../../../../ui/ActionMenu.tsx'
import { Glyph } from '../../../../ui/Glyph.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { Tag } from '../../../../ui/Tag.tsx'
import { useProblemText } from '../problems.ts'
import type { WizardsAdmin } from '../use-wizards-admin.ts'
import { useWizardPage } from '../wizard-context.ts'
import { placeMark } from './drag.tsx'
import { MoveHandle } from './MoveHandle.tsx'
import classes from './StepsBoard.module.css'
import { TaskCard } from './TaskCard.tsx'
import { handleStateOf, type StepOrder } from './use-order.ts'

const marks = ['requiresAuthentication', 'hideCancelButton', 'isSavePoint'] as const

export function StepColumn({
  step,
  number,
  tasks,
  moves,
  admin,
  onEdit,
  onAddTask,
}: {
  step: WizardStep
  number: number
  tasks: readonly StepTask[]
  moves: StepOrder
  admin: WizardsAdmin
  onEdit(): void
  onAddTask(): void
}) {
  const { t } = useTranslation(['wizards', 'common'])
  const { wizard } = useWizardPage()
  const problemText = useProblemText()
  const own = useMemo(() => ({ kind: 'step', id: step.id }) as const, [step.id])
  const handle = handleStateOf(moves, own)
  const shownMarks = marks.filter((mark) => step[mark])
  const problems = wizard.problems.filter(
    ({ wizardStepId, stepTaskId }) => wizardStepId === step.id && stepTaskId === undefined,
  )
  return (
    <li
      {...placeMark(own)}
      id={`step-${step.id}`}
      className={classes.step}
      data-taken={handle.taken !== null || undefined}
    >
      <div className={classes.head}>
        <MoveHandle
          own={own}
          label={t('wizards:steps.move', { name: step.title })}
          onKey={moves.onKey}
          {...handle}
        />
        <span className={classes.number}>{number}</span>
        <Icon name={step.icon} className={classes.icon} />
        <h2 className={classes.title}>
          <button type="button" onClick={onEdit}>
            {step.title}
          </button>
        </h2>
        <ActionMenu
          label={t('wizards:steps.actions', { name: step.title })}
          items={[
            { label: t('wizards:steps.edit'), glyph: 'settings', action: onEdit },
            {
              label: t('wizards:delete.step'),
              glyph: 'trash',
              isSeparated: true,
              action: () => void admin.removeStep(step),
            },
          ]}
        />
      </div>
      {shownMarks.length > 0 && (
        <p className={classes.marks}>
          {shownMarks.map((mark) => (
            <Tag key={mark}>{t(`wizards:steps.mark.${mark}`)}</Tag>
          ))}
        </p>
      )}
      {problems.map((problem) => (
        <p key={problem.code} className={classes.problem}>
          <Glyph name="warning" size={14} />
          {problemText(problem)}
        </p>
      ))}
      <ol className={classes.tasks} aria-label={t('wizards:steps.tasksOf', { name: step.title })}>
        {tasks.map((task) => (
          <TaskCard
            key={task.id}
            task={task}
            admin={admin}
            onKey={moves.onKey}
            {...handleStateOf(moves, { kind: 'task', id: task.id })}
          />
        ))}
      </ol>
      <button
        type="button"
        className={classes.addTask}
        aria-label={t('wizards:tasks.addTo', { name: step.title })}
        onClick={onAddTask}
      >
        <Glyph name="plus" size={14} />
        {t('wizards:tasks.add')}
      </button>
    </li>
  )
}
