/** What a visitor types counts before the rules of field types are there, and is checked once they are. */
import { MantineProvider } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  FieldForm,
  type FieldFormState,
  fieldRules,
  knowFirstEditors,
  type RecordSource,
  RecordSourceContext,
  TeamFactsContext,
  useFieldForm,
} from './public.ts'

knowFirstEditors()

// Test files share what is loaded.
beforeAll(() => fieldRules.know(undefined as never))
afterAll(() => fieldRules.load())

const email: DataField = {
  id: 1,
  dataCollectionId: 1,
  title: 'Email',
  titleTranslations: {},
  description: '',
  descriptionTranslations: {},
  columnName: 'email',
  dataType: 'email_address',
  displayWidth: 'full',
  settings: {},
  helpText: '',
  isRequired: false,
  isUnique: false,
  defaultValue: null,
  rank: 0,
  deletedAt: null,
  displayedInViews: [],
  canUpdate: true,
}
const fields = [email]
const facts = { teamId: 1, country: 'US', currency: 'USD', dataLanguages: ['en' as const] }
const source = { useCollections: () => [], useOptions: () => null } as unknown as RecordSource

let form: FieldFormState | undefined

function Form() {
  form = useFieldForm(fields)
  return <FieldForm form={form} />
}

it('takes what is typed before the rules are there, and checks it afterwards', async () => {
  render(
    <MantineProvider>
      <TeamFactsContext value={facts}>
        <RecordSourceContext value={source}>
          <Form />
        </RecordSourceContext>
      </TeamFactsContext>
    </MantineProvider>,
  )
  expect(fieldRules.now()).toBeUndefined()
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Email'), ' ada')
  expect(form?.values).toEqual({ email: 'ada' })
  expect(form?.problems()).toEqual([])

  await fieldRules.load()
  expect(form?.problems()).toHaveLength(1)
  await user.type(screen.getByLabelText('Email'), '@Example.ORG')
  expect(form?.problems()).toEqual([])
  expect(form?.values).toEqual({ email: 'ada@example.org' })
})
