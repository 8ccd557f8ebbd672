/** The builder of wizards, over a mocked API: the board of steps, and the settings of every type of task. */

import { stepDefaults, taskDefaults, wizardDefaults } from '@muster/contract/wizards/defaults'
import { type TaskType, taskTypes } from '@muster/contract/wizards/tasks/definition'
import type { DataWizard } from '@muster/contract/wizards/wizards.schema'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Toaster } from '../../../ui/Toaster.tsx'
import { Around, aField, mockFetch } from '../../fields/testing/field.tsx'
import { WizardSteps } from './steps/WizardSteps.tsx'
import { TaskDetails } from './task/TaskDetails.tsx'
import { TaskDraftContext } from './task/task-context.ts'
import { useTaskDraft } from './task/use-task-draft.ts'
import { designEnvOf } from './use-design-env.ts'
import { definitionOf } from './use-wizard.ts'
import { type WizardPage, WizardPageContext } from './wizard-context.ts'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => () => Promise.resolve(),
  useBlocker: () => undefined,
}))
vi.mock('../../teams/public.ts', async (original) => ({
  ...(await original<object>()),
  useTeamId: () => 1,
  useCan: () => () => true,
}))

/** Called by each card of a task, and by each step, when it is drawn. */
const draws = vi.hoisted(() => vi.fn())
vi.mock('./problems.ts', async (original) => {
  const problems = await original<typeof import('./problems.ts')>()
  return {
    ...problems,
    useProblemText() {
      draws()
      return problems.useProblemText()
    },
  }
})

/** Called by each handle of a task or a step when it is drawn. */
const handles = vi.hoisted(() => vi.fn())
vi.mock('./steps/MoveHandle.tsx', async (original) => {
  const { MoveHandle } = await original<typeof import('./steps/MoveHandle.tsx')>()
  return {
    MoveHandle(props: Parameters<typeof MoveHandle>[0]) {
      handles(props.label)
      return <MoveHandle {...props} />
    },
  }
})

const collections = [
  {
    id: 2,
    idTeam: 1,
    idParentDataCollection: null,
    idHomeDataCollection: 2,
    name: 'Child',
    pluralName: 'Children',
    icon: 'fas fa-child',
    isSmartCollection: false,
    representsPeople: true,
    IsUsedAsCustomList: false,
    IsInternalConfiguration: false,
    DataFields: [aField('plain_text', { id: 1, title: 'Name', columnName: 'name' })],
  },
]

const aTask = (id: number, wizardStepId: number, title: string, type: TaskType = 'create_data_record') => ({
  ...taskDefaults,
  id,
  wizardStepId,
  executionRank: id,
  type,
  title,
})
const aStep = (id: number, title: string, tasks: ReturnType<typeof aTask>[]) => ({
  ...stepDefaults,
  id,
  dataWizardId: 7,
  executionRank: id,
  title,
  tasks,
})
const aWizard = (steps: ReturnType<typeof aStep>[], over: Partial<DataWizard> = {}): DataWizard => ({
  ...wizardDefaults,
  id: 7,
  name: 'Summer camp',
  firstDataWizardStepId: steps[0]?.id ?? null,
  stepCount: steps.length,
  steps,
  liveVersion: null,
  hasUnpublishedChanges: true,
  problems: [],
  version: 1,
  updatedAt: '2026-01-05T12:00:00Z',
  ...over,
})
const pageOf = (wizard: DataWizard): WizardPage => ({
  teamId: 1,
  wizard,
  env: designEnvOf(collections as never, [], [7], []),
  definition: definitionOf(wizard, []),
  base: '/team-1/admin/data-wizards/7',
})

beforeAll(() =>
  i18next.loadNamespaces(['wizards', 'common', 'errors', 'fields', 'dataTypes', 'filters', 'icons']),
)
beforeEach(() => {
  mockFetch({
    'GET /api/teams/1/dataCollections': () => ({ dataCollection: collections }),
    'GET /api/teams/1/dataViews': () => ({ items: [] }),
    'GET /api/teams/1/dataWizards': () => ({ items: [] }),
    'GET /api/teams/1/outgoingMessageTemplates': () => ({ items: [] }),
  })
})

describe('the board of steps', () => {
  const show = (wizard: DataWizard) =>
    render(
      <Around>
        <WizardPageContext value={pageOf(wizard)}>
          <WizardSteps />
        </WizardPageContext>
        <Toaster />
      </Around>,
    )
  const tasksOf = (step: string) =>
    within(screen.getByRole('list', { name: `Tasks of ${step}` }))
      .queryAllByRole('link')
      .map((link) => link.textContent)
  const camp = aWizard(
    [aStep(1, 'Child', [aTask(11, 1, 'Name'), aTask(12, 1, 'Allergies')]), aStep(2, 'Payment', [])],
    {
      problems: [
        { wizardStepId: 1, stepTaskId: 11, path: 'dataCollectionId', code: 'collection_required' },
        { wizardStepId: 2, path: 'tasks', code: 'step_without_tasks' },
      ],
    },
  )

  it('shows what is wrong at its place', async () => {
    show(camp)
    const first = await screen.findByRole('list', { name: 'Tasks of Child' })
    expect(within(first).getByText('Choose a collection.')).toBeVisible()
    expect(screen.getByText('This step has no tasks.')).toBeVisible()
  })

  it('moves a task to another step with the keys, and saves the order once', async () => {
    const order = vi.fn(() => aWizard([aStep(1, 'Child', [aTask(11, 1, 'Name')]), aStep(2, 'Payment', [])]))
    mockFetch({ 'PUT /api/teams/1/dataWizards/7/order': order })
    show(camp)
    const handle = await screen.findByRole('button', { name: 'Move task Allergies' })
    handle.focus()
    await userEvent.keyboard(' ')
    expect(screen.getByText('Task Allergies picked up, position 2 of 2 in Child.')).toBeInTheDocument()
    await userEvent.keyboard('{ArrowRight}')
    expect(tasksOf('Payment')).toEqual(['Allergies'])
    expect(screen.getByRole('button', { name: 'Move task Allergies' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    expect(tasksOf('Child')).toEqual(['Name', 'Allergies'])
    expect(screen.getByRole('button', { name: 'Move task Allergies' })).toHaveFocus()
    await userEvent.keyboard(' {ArrowDown} ')
    await waitFor(() => expect(order).toHaveBeenCalledTimes(1))
    expect((order.mock.calls as unknown[][])[0]?.[0]).toEqual({
      steps: [
        { id: 1, stepTaskIds: [11] },
        { id: 2, stepTaskIds: [12] },
      ],
    })
  })

  it('moves one of 60 tasks without drawing the others again', async () => {
    const steps = Array.from({ length: 6 }, (_, n) =>
      aStep(
        n + 1,
        `Step ${n + 1}`,
        Array.from({ length: 10 }, (_, k) =>
          aTask(100 * (n + 1) + k, n + 1, `Task ${n + 1}.${k}`, 'display_formatted_text'),
        ),
      ),
    )
    show(aWizard(steps))
    const handle = await screen.findByRole('button', { name: 'Move task Task 1.8' })
    expect(draws.mock.calls.length).toBeGreaterThanOrEqual(60)
    handle.focus()
    await userEvent.keyboard(' ')
    for (const [key, step, place] of [
      ['{ArrowDown}', 'Step 1', 9],
      ['{ArrowDown}', 'Step 2', 0],
      ['{ArrowUp}', 'Step 1', 9],
    ] as const) {
      draws.mockClear()
      handles.mockClear()
      await userEvent.keyboard(key)
      expect(tasksOf(step)[place]).toBe('Task 1.8')
      // The six steps, and the card where it has come to.
      expect(draws.mock.calls.length).toBeLessThanOrEqual(7)
      const rows = new Set(handles.mock.calls.flat().filter((label) => label.startsWith('Move task')))
      expect([...rows]).toEqual(['Move task Task 1.8'])
    }
  })

  it('says so when the order could not be saved, and shows the saved one', async () => {
    mockFetch({})
    show(camp)
    const handle = await screen.findByRole('button', { name: 'Move step Child' })
    handle.focus()
    await userEvent.keyboard(' {ArrowRight} ')
    await screen.findByText(/^Failed to reorder tasks/)
    expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual([
      'Child',
      'Payment',
    ])
  })

  it('wants a title for a step', async () => {
    show(camp)
    await userEvent.click(await screen.findByRole('button', { name: 'Add step' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Add step' }))
    expect(await dialog.findByText('Step title is required')).toBeVisible()
  })

  it('offers every type of task with a sentence', async () => {
    show(camp)
    await userEvent.click(await screen.findByRole('button', { name: 'Add task to Payment' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
      'Display data collection',
      'Collect user input',
      'Process data',
      'Send message',
    ])
    expect(dialog.getAllByRole('listitem')).toHaveLength(taskTypes.length)
  })
})

/** A setting by which one knows each type. */
const ownSetting: Record<TaskType, string | RegExp> = {
  add_data_records_to_data_collection: 'Records',
  create_data_record: 'Allow creating a new record',
  create_temp_variable: 'Data type',
  display_dataview: 'Data view',
  display_formatted_text: 'On a page of its own',
  export_data_records_to_csv: 'Records',
  find_matching_data_records: 'Collection',
  remove_data_records_from_data_collection: 'Collection',
  send_outgoing_message: 'To whom',
  update_data_fields_for_data_records: 'Records',
}

function Task({ page }: { page: WizardPage }) {
  const form = useTaskDraft(page, page.wizard.steps[0]!.tasks[0]!, () => undefined)
  return (
    <TaskDraftContext value={form}>
      <TaskDetails />
      <button type="button" onClick={() => void form.save()}>
        Save
      </button>
    </TaskDraftContext>
  )
}

describe('the settings of a task', () => {
  const show = (type: TaskType) => {
    const page = pageOf(aWizard([aStep(1, 'Child', [aTask(11, 1, 'Ask', type)])]))
    render(
      <Around>
        <WizardPageContext value={page}>
          <Task page={page} />
        </WizardPageContext>
      </Around>,
    )
  }

  it.each(taskTypes)('%s has settings of its own', async (type) => {
    show(type)
    expect(await screen.findByLabelText(/^Title/)).toHaveValue('Ask')
    expect((await screen.findAllByLabelText(ownSetting[type], { exact: false })).length).toBeGreaterThan(0)
  })

  it('wants a title, and sends only what changed', async () => {
    const update = vi.fn(() => aWizard([]))
    mockFetch({
      'GET /api/teams/1/dataCollections': () => ({ dataCollection: collections }),
      'GET /api/teams/1/dataWizards': () => ({ items: [] }),
      'GET /api/teams/1/outgoingMessageTemplates': () => ({ items: [] }),
      'PUT /api/teams/1/wizardStepTasks/11': update,
    })
    show('send_outgoing_message')
    const title = await screen.findByLabelText(/^Title/)
    await userEvent.clear(title)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Task title is required')).toBeVisible()
    expect(update).not.toHaveBeenCalled()
    await userEvent.type(title, 'Write to them')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(update).toHaveBeenCalledTimes(1))
    expect((update.mock.calls as unknown[][])[0]?.[0]).toEqual({ title: 'Write to them' })
  })
})
