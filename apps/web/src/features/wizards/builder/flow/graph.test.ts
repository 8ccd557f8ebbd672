/** A wizard as a graph. */
import { stepDefaults, taskDefaults } from '@muster/contract/wizards/defaults'
import type { StepTask } from '@muster/contract/wizards/wizards.schema'
import { expect, it } from 'vitest'
import { flowOf, runsOnEdges } from './graph.ts'

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

it('counts runs on the edges that they took', () => {
  const tasks = [aTask(1), aTask(2, { executionCondition: condition }), aTask(3), aTask(4)]
  const step = { ...stepDefaults, id: 1, dataWizardId: 7, executionRank: 1, title: 'Child', tasks }
  const { edges } = flowOf([step])
  const move = (from: number | null, to: number | null, runs: number) => ({
    fromStepTaskId: from,
    toStepTaskId: to,
    runs,
  })
  const counts = runsOnEdges([step], edges, [
    move(null, 1, 9),
    move(1, 2, 2),
    move(1, 3, 4),
    // Task 3 has no question, and is not saved yet.
    move(2, 4, 1),
    move(3, 4, 4),
    move(4, null, 3),
  ])
  const shown = edges.map(({ id, from, to }) => [`${from}>${to}`, counts.get(id) ?? 0])
  expect(Object.fromEntries(shown)).toEqual({
    'start>task-1': 9,
    'task-1>task-2': 2,
    'task-2>task-3': 1,
    'task-1>task-3': 4,
    'task-3>task-4': 5,
    'task-4>end': 3,
  })
})

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
