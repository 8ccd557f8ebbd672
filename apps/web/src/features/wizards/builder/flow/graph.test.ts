/** A wizard as a graph. */
import { stepDefaults, taskDefaults } from '@muster/contract/wizards/defaults'
import type { StepTask } from '@muster/contract/wizards/wizards.schema'
import { expect, it } from 'vitest'
import { flowOf } from './graph.ts'

const aTask = (id: number, over: Partial<StepTask> = {}): StepTask => ({
  ...taskDefaults,
  id,
  wizardStepId: 1,
  executionRank: id,
  type: 'create_data_record',
  title: `Task ${id}`,
  ...over,
})
const condition = { field: 'photos', op: 'isNotEmpty' } as const

it('leads over tasks whose condition does not hold, and to the wizard that follows', () => {
  const tasks = [
    aTask(1),
    aTask(2, { executionCondition: condition }),
    aTask(3, { executionCondition: condition, executeWizardInNextAction: 9 }),
  ]
  const step = { ...stepDefaults, id: 1, dataWizardId: 7, executionRank: 1, title: 'Child', tasks }
  const { nodes, edges } = flowOf([step])
  const lines = edges.map(({ from, to, isOtherwise, condition }) => [
    from,
    to,
    isOtherwise,
    condition?.id ?? null,
  ])
  expect(lines).toEqual([
    ['start', 'task-1', false, null],
    ['task-1', 'task-2', false, 2],
    ['task-2', 'task-3', false, 3],
    ['task-1', 'task-3', true, 3],
    ['task-3', 'wizard-9-3', false, null],
    ['task-3', 'end', false, null],
    ['task-2', 'end', true, null],
    ['task-1', 'end', true, null],
  ])
  const heights = ['start', 'task-1', 'task-2', 'task-3', 'end'].map(
    (id) => nodes.find((one) => one.id === id)!.y,
  )
  expect(heights).toEqual([...heights].sort((a, b) => a - b))
})
