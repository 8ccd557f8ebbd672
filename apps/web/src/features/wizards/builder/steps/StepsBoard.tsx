/** The steps in their order, each with its tasks; both are moved by pointer and by keyboard. */
import {
  DndContext,
  type DragMoveEvent,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import type { WizardStep } from '@muster/contract/wizards/wizards.schema'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../../ui/Glyph.tsx'
import type { WizardsAdmin } from '../use-wizards-admin.ts'
import { useWizardPage } from '../wizard-context.ts'
import { DragArea, draggedBy, hitOf, underPointer } from './drag.tsx'
import { placeOf } from './order.ts'
import { StepColumn } from './StepColumn.tsx'
import classes from './StepsBoard.module.css'
import { useOrder } from './use-order.ts'

export function StepsBoard({
  admin,
  onEditStep,
  onAddTask,
  onNewStep,
}: {
  admin: WizardsAdmin
  onEditStep(step: WizardStep): void
  onAddTask(step: WizardStep): void
  onNewStep(): void
}) {
  const { t } = useTranslation('wizards')
  const { teamId, wizard } = useWizardPage()
  const moves = useOrder({ teamId, dataWizardId: wizard.id, steps: wizard.steps }, admin)
  const { order, taken } = moves
  const list = useRef<HTMLOListElement>(null)
  const sensors = useSensors(useSensor(MouseSensor, mouse), useSensor(TouchSensor, touch))
  const steps = new Map(wizard.steps.map((step) => [step.id, step]))
  const tasks = new Map(wizard.steps.flatMap((step) => step.tasks).map((task) => [task.id, task]))

  const onMove = (event: DragMoveEvent) => {
    const [own, hit] = [draggedBy(event), hitOf(event)]
    if (!own || !hit) return
    const { target, isAfter } = hit
    if (target.kind === own.kind && target.id === own.id) return
    const place = placeOf(order, target)
    if (own.kind === 'step' || target.kind === 'step') {
      const isWithin = own.kind === 'task' && placeOf(order, own).step === place.step
      // A task over its own step but over no other task stays where it is.
      if (!isWithin) moves.moveTo({ step: place.step, at: Number.POSITIVE_INFINITY })
      return
    }
    const others = order[place.step]?.stepTaskIds.filter((id) => id !== own.id) ?? []
    moves.moveTo({ step: place.step, at: others.indexOf(target.id) + (isAfter ? 1 : 0) })
  }
  const shown = taken?.by === 'pointer' ? (taken.kind === 'step' ? steps : tasks).get(taken.id) : undefined
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={underPointer}
      onDragStart={(event) => {
        const own = draggedBy(event)
        if (own) moves.take(own, 'pointer')
      }}
      onDragMove={onMove}
      onDragEnd={moves.drop}
      onDragCancel={moves.cancel}
      // The handles announce by themselves, for the pointer too.
      accessibility={{ announcements: silent, screenReaderInstructions: { draggable: '' } }}
    >
      <DragArea className={classes.board}>
        <ol ref={list} className={classes.steps} aria-label={t('steps.label')}>
          {order.map(({ id, stepTaskIds }, at) => {
            const step = steps.get(id)
            return (
              step && (
                <StepColumn
                  key={id}
                  step={step}
                  number={at + 1}
                  tasks={stepTaskIds.flatMap((taskId) => tasks.get(taskId) ?? [])}
                  moves={moves}
                  admin={admin}
                  onEdit={() => onEditStep(step)}
                  onAddTask={() => onAddTask(step)}
                />
              )
            )
          })}
        </ol>
        <button type="button" className={classes.newStep} onClick={onNewStep}>
          <Glyph name="plus" />
          {t('steps.new')}
        </button>
      </DragArea>
      <p role="status" className={classes.announcement}>
        {moves.announcement}
      </p>
      <DragOverlay dropAnimation={null}>
        {shown && <div className={classes.flying}>{shown.title}</div>}
      </DragOverlay>
    </DndContext>
  )
}

/** Constant: with new options everything that can be dragged is drawn again. */
const mouse = { activationConstraint: { distance: 5 } }
/** A finger that moves at once scrolls. */
const touch = { activationConstraint: { delay: 250, tolerance: 8 } }

const nothing = () => undefined
const silent = { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing }
