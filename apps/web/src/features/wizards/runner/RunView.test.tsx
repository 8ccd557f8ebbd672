/** Each kind of question: what it shows, what it sends, and that nothing typed is lost. */
import type { Ask, AskedField, RunScreen } from '@muster/contract/wizards/runs.schema'
import { screen as page, render, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../../lib/api.ts'
import { Around, mockFetch } from '../../fields/testing/field.tsx'
import { RunView } from './RunView.tsx'
import type { RunPort } from './run-port.ts'

beforeEach(async () => {
  mockFetch({ 'GET /api/teams/1/dataCollections': () => ({ dataCollection: [] }) })
  window.innerWidth = 1280
  await i18next.changeLanguage('en')
})

const asked = (
  id: number,
  columnName: string,
  title: string,
  over: Partial<AskedField> = {},
): AskedField => ({
  id,
  title,
  columnName,
  dataType: 'plain_text',
  displayWidth: 'full',
  settings: {},
  helpText: '',
  isRequired: false,
  mayPrefill: false,
  ...over,
})
const base = { stepTaskId: 7, title: 'About you', description: '' }
const nameAndEmail = [
  asked(1, 'name', 'Name', { isRequired: true }),
  asked(2, 'email', 'Email', { dataType: 'email_address' }),
]
const formOf = (over: Partial<Extract<Ask, { kind: 'form' }>> = {}): Ask => ({
  ...base,
  kind: 'form',
  fields: nameAndEmail,
  items: [{ label: '', values: {} }],
  linked: {},
  canAdd: false,
  addLabel: '',
  mostItems: 1,
  ...over,
})
const pickOf = (over: Partial<Extract<Ask, { kind: 'pick' }>> = {}): Ask => ({
  ...base,
  kind: 'pick',
  fields: [
    { id: 3, title: 'City', columnName: 'city', dataType: 'plain_text', displayWidth: 'full', settings: {} },
  ],
  items: [
    { id: 11, name: 'Ada', values: { city: 'London' } },
    { id: 12, name: 'Grace', values: { city: 'Arlington' } },
  ],
  linked: {},
  total: 2,
  selection: 'one',
  isRequired: true,
  chosen: [],
  canCreate: false,
  newLabel: '',
  newFields: [],
  newValues: {},
  filter: null,
  canFilter: false,
  dataCollectionId: null,
  search: '',
  ...over,
})

function screenOf(ask: Ask | null, over: Partial<RunScreen> = {}): RunScreen {
  return {
    id: 5,
    dataWizardId: 3,
    state: 'waiting',
    isDry: false,
    language: 'en',
    languages: ['en', 'fr'],
    wizard: { name: 'Party', description: '', icon: '' },
    team: { name: 'Club', enumAppBrandId: 1, timezone: 'UTC' },
    steps: [
      { id: 1, title: 'You', description: '', icon: '', state: 'current' },
      { id: 2, title: 'Food', description: '', icon: '', state: 'ahead' },
    ],
    wizardStepId: 1,
    hideCancelButton: false,
    stepToken: '6a7e6c0e-4a3f-4a53-9d0a-6b3c0c8f1a01',
    canGoBack: false,
    needsSignIn: false,
    texts: [],
    ask,
    progress: 0,
    outcome: null,
    error: null,
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...over,
  }
}

const ended = screenOf(null, {
  state: 'done',
  wizardStepId: null,
  stepToken: null,
  outcome: { text: '', exportIds: [], next: null, would: null, messages: [] },
})

const unexpected = () => Promise.reject(new Error('Not expected here'))

function Running({ first, port }: { first: RunScreen; port: RunPort }) {
  const [screen, setScreen] = useState(first)
  return (
    <RunView
      port={port}
      screen={screen}
      onScreen={setScreen}
      onNext={() => {}}
      signIn={null}
      isWithin={() => true}
    />
  )
}

function show(first: RunScreen, over: Partial<RunPort> = {}) {
  const advance = vi.fn<RunPort['advance']>().mockResolvedValue(ended)
  const port: RunPort = {
    teamId: 1,
    wizardRunId: 5,
    get: unexpected,
    advance,
    back: unexpected,
    setLanguage: unexpected,
    cancel: unexpected,
    options: unexpected,
    ...over,
  }
  render(
    <Around>
      <Running first={first} port={port} />
    </Around>,
  )
  return { user: userEvent.setup(), advance }
}

const next = () => page.findByRole('button', { name: 'Next' })
const sent = (advance: { mock: { calls: unknown[][] } }) => advance.mock.calls.at(-1)?.[1]

it('a form tells its problems, leads to the first, and sends what was entered', async () => {
  const { user, advance } = show(screenOf(formOf()))
  await user.click(await next())
  expect(advance).not.toHaveBeenCalled()
  expect(await page.findByRole('region', { name: 'There is a problem' })).toBeVisible()
  await waitFor(() => expect(page.getByLabelText(/^Name/)).toHaveFocus())
  await user.type(page.getByLabelText(/^Name/), 'Ada')
  await user.click(await next())
  expect(await page.findByText('Thank you. Everything has been saved.')).toBeVisible()
  expect(sent(advance)).toEqual({ kind: 'form', items: [{ values: { name: 'Ada', email: null } }] })
})

it('what the server refuses is shown at its field, and what was typed stays', async () => {
  const refusal = new ApiError(422, 'validation_failed', {
    type: '',
    title: '',
    status: 422,
    code: 'validation_failed',
    errors: [{ path: 'items.0.values.email', code: 'not_unique' }],
  } as never)
  const { user, advance } = show(screenOf(formOf()))
  advance.mockRejectedValueOnce(refusal)
  await user.type(await page.findByLabelText(/^Name/), 'Ada')
  await user.type(page.getByLabelText(/^Email/), 'ada@example.org')
  await user.click(await next())
  await waitFor(() => expect(page.getByLabelText(/^Email/)).toHaveFocus())
  expect(page.getByLabelText(/^Email/)).toHaveAttribute('aria-invalid', 'true')
  expect(page.getByLabelText(/^Name/)).toHaveValue('Ada')
})

it('without a connection the answer can be sent again', async () => {
  const { user, advance } = show(screenOf(formOf()))
  advance.mockRejectedValueOnce(new ApiError(0, 'offline'))
  await user.type(await page.findByLabelText(/^Name/), 'Ada')
  await user.click(await next())
  expect(await page.findByText('No connection')).toBeVisible()
  await user.click(await next())
  expect(await page.findByText('Done')).toBeVisible()
  expect(sent(advance)).toMatchObject({ items: [{ values: { name: 'Ada' } }] })
})

it('a run that moved on shows where it stands', async () => {
  const elsewhere = screenOf(
    { ...base, kind: 'text', title: 'Look', buttonLabel: 'Agree' },
    { texts: ['<p>Hi</p>'] },
  )
  const { user, advance } = show(screenOf(formOf()))
  advance.mockRejectedValueOnce(
    new ApiError(409, 'run_moved_on', {
      type: '',
      title: '',
      status: 409,
      code: 'run_moved_on',
      params: { screen: elsewhere },
    } as never),
  )
  await user.type(await page.findByLabelText(/^Name/), 'Ada')
  await user.click(await next())
  expect(await page.findByText(/moved on/)).toBeVisible()
  await user.click(await page.findByRole('button', { name: 'Agree' }))
  await waitFor(() => expect(sent(advance)).toEqual({ kind: 'text' }))
})

it('forms can be added and removed', async () => {
  const { user, advance } = show(
    screenOf(
      formOf({ canAdd: true, addLabel: 'Add a child', mostItems: 2, fields: [asked(1, 'name', 'Name')] }),
    ),
  )
  await user.type(await page.findByLabelText('Name'), 'Ada')
  await user.click(page.getByRole('button', { name: 'Add a child' }))
  expect(page.queryByRole('button', { name: 'Add a child' })).toBeNull()
  await user.type(page.getAllByLabelText('Name')[1] as HTMLElement, 'Ben')
  await user.click(page.getByRole('button', { name: 'Remove Entry 1' }))
  await user.click(await next())
  await waitFor(() => expect(sent(advance)).toEqual({ kind: 'form', items: [{ values: { name: 'Ben' } }] }))
})

it('on a phone a form has one question a page and asks the server after the last', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    media: query,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }))
  window.innerWidth = 390
  try {
    const { user, advance } = show(screenOf(formOf()))
    expect(await page.findByText('Question 1 of 2')).toBeVisible()
    expect(page.queryByLabelText(/^Email/)).toBeNull()
    await user.type(page.getByLabelText(/^Name/), 'Ada')
    await user.click(await next())
    await user.type(await page.findByLabelText(/^Email/), 'ada@example.org')
    expect(advance).not.toHaveBeenCalled()
    await user.click(page.getByRole('button', { name: 'Back' }))
    expect(page.getByLabelText(/^Name/)).toHaveValue('Ada')
    await user.click(await next())
    await user.click(await next())
    await waitFor(() =>
      expect(sent(advance)).toEqual({
        kind: 'form',
        items: [{ values: { name: 'Ada', email: 'ada@example.org' } }],
      }),
    )
  } finally {
    vi.unstubAllGlobals()
  }
})

it('one record is picked from a list, by its radio button or its row', async () => {
  const { user, advance } = show(screenOf(pickOf()))
  await user.click(await next())
  expect(advance).not.toHaveBeenCalled()
  expect((await page.findAllByText('Choose one to go on.')).length).toBeGreaterThan(0)
  await user.click(page.getByRole('radio', { name: 'Ada' }))
  await user.click(page.getByText('Arlington'))
  expect(page.getByRole('radio', { name: 'Grace' })).toBeChecked()
  await user.click(await next())
  await waitFor(() => expect(sent(advance)).toMatchObject({ kind: 'pick', recordIds: [12], newValues: null }))
})

it('instead of picking, a record is created', async () => {
  const { user, advance } = show(
    screenOf(pickOf({ canCreate: true, newLabel: 'I am new', newFields: nameAndEmail })),
  )
  await user.click(await page.findByRole('button', { name: 'I am new' }))
  await user.type(page.getByLabelText(/^Name/), 'Zoë')
  await user.click(await next())
  await waitFor(() =>
    expect(sent(advance)).toMatchObject({ recordIds: [], newValues: { name: 'Zoë', email: null } }),
  )
})

it('the search narrows a list without answering', async () => {
  const narrowed = screenOf(
    pickOf({ items: [{ id: 12, name: 'Grace', values: {} }], total: 1, search: 'gra' }),
  )
  const { user, advance } = show(screenOf(pickOf({ total: 60 })))
  advance.mockResolvedValueOnce(narrowed)
  await user.type(await page.findByRole('searchbox'), 'gra{Enter}')
  await waitFor(() => expect(page.queryByText('Ada')).toBeNull())
  expect(sent(advance)).toMatchObject({ search: 'gra', onlySearches: true })
  await user.click(page.getByRole('radio', { name: 'Grace' }))
  await user.click(await next())
  await waitFor(() => expect(sent(advance)).toMatchObject({ recordIds: [12], onlySearches: false }))
})

it('a value is asked as its type', async () => {
  const { user, advance } = show(
    screenOf({
      ...base,
      kind: 'value',
      field: asked(7, 'value', 'How many?', { dataType: 'number', isRequired: true }),
      value: null,
      linked: {},
    }),
  )
  await user.click(await next())
  expect(await page.findByRole('region', { name: 'There is a problem' })).toBeVisible()
  await user.type(page.getByLabelText(/^How many/), '3')
  await user.click(await next())
  await waitFor(() => expect(sent(advance)).toEqual({ kind: 'value', value: 3 }))
})

it('another language keeps what is typed', async () => {
  const setLanguage = vi.fn<RunPort['setLanguage']>().mockResolvedValue(
    screenOf(
      formOf({ title: 'À propos de vous', fields: [asked(1, 'name', 'Nom'), asked(2, 'email', 'Courriel')] }),
      {
        language: 'fr',
      },
    ),
  )
  const { user } = show(screenOf(formOf()), { setLanguage })
  await user.type(await page.findByLabelText(/^Name/), 'Ada')
  await user.selectOptions(page.getByRole('combobox', { name: 'Language' }), 'Français')
  expect(await page.findByLabelText('Nom')).toHaveValue('Ada')
  expect(await page.findByRole('button', { name: 'Suivant' })).toBeVisible()
})
