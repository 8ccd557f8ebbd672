/** Every type on screen holds what the contract says of it, by the contract's own examples. */
import fs from 'node:fs'
import { dataTypes } from '@muster/contract/fields/families'
import { fieldType } from '@muster/contract/fields/types/index'
import { settingsOf } from '@muster/contract/fields/validate'
import { languages } from '@muster/contract/paging'
import { fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { FieldValue } from '../components/FieldValue.tsx'
import { useFieldContext } from '../field-context.ts'
import { gridCellOf } from '../grid-cell.ts'
import { Around, exampleField, fileIds, ids, linked, mockFetch, renderInput } from '../testing/field.tsx'
import { fieldTypeUiOf } from './index.ts'

const file = (id: string) => ({
  id,
  url: `/api/teams/1/files/${id}`,
  name: `${id}.png`,
  size: 1234,
  kind: 'image',
  mimeType: 'image/png',
  thumbnail: null,
})

beforeEach(() => {
  mockFetch({
    'GET /api/teams/1/dataCollections': () => ({
      dataCollection: ids.map((id) => ({
        id,
        pluralName: `Collection ${id}`,
        icon: 'fas fa-table',
        DataFields: [],
        idParentDataCollection: null,
      })),
    }),
    'POST /api/teams/1/dataCollections/5/dataRecords/query': () => ({
      items: ids.map((id) => ({ id, name: linked[id]?.name, avatar: null, values: { color: null } })),
      linked: {},
      total: 3,
      totalIsExact: true,
      nextCursor: null,
    }),
  })
})

/** As the API tells it: files are objects. */
const toldValue = (dataType: string, value: unknown) => {
  if (!/file|image/.test(dataType)) return value
  return Array.isArray(value) ? value.map(file) : file(String(value))
}

async function contextOf() {
  const { result } = renderHook(() => useFieldContext(linked), { wrapper: Around })
  await waitFor(() => expect(result.current.collections).not.toEqual([]))
  return result.current
}

it.each(languages)('every type has a name and a sentence in %s', (language) => {
  const file = `packages/contract/locales/${language}/dataTypes.json`
  const texts: unknown = JSON.parse(fs.readFileSync(file, 'utf8'))
  const each = Object.fromEntries(dataTypes.map((type) => [type, expect.stringMatching(/\S/)]))
  expect(texts).toMatchObject({ name: each, text: each })
})

describe.each(dataTypes)('%s', (dataType) => {
  const examples = fieldType(dataType).examples({ ids, fileIds })
  const field = exampleField(dataType)
  const ui = fieldTypeUiOf(dataType)

  it('shows and edits each example without changing it', async () => {
    for (const value of examples.values) {
      const { told } = renderInput(field, toldValue(dataType, value))
      await waitFor(() => expect(document.querySelector('.mantine-InputWrapper-root')).toBeTruthy())
      expect(told).toEqual([])
      document.body.innerHTML = ''
    }
  })

  it('has a cell and a grid cell for each example', async () => {
    const context = await contextOf()
    for (const value of examples.values) {
      const told = toldValue(dataType, value)
      const cell = gridCellOf(field, told, context)
      expect(cell.display === '' && !/formatted|image|file/.test(dataType) ? value : 'shown').toBe('shown')
      for (const variant of ['line', 'block'] as const) {
        const { container, unmount } = render(
          <Around>
            <FieldValue field={field} value={told} context={context} variant={variant} />
          </Around>,
        )
        expect(
          container.textContent !== '' || container.querySelector('[role=img], img, video, iframe, span'),
        ).toBeTruthy()
        unmount()
      }
    }
    expect(gridCellOf(field, null, context).display).toBe('')
  })

  it('copies what the type reads back', async () => {
    const context = await contextOf()
    const type = fieldType(dataType)
    const isCollection = /collection/.test(dataType)
    const idOf = (label: string) =>
      ids.find((id) => (isCollection ? `Collection ${id}` : linked[id]?.name) === label)
    for (const value of examples.values) {
      const { copyText } = gridCellOf(field, toldValue(dataType, value), context)
      const back = type.fromText(copyText, settingsOf(field), {
        ...context.text,
        idOf,
      })
      expect(back.ok).toBe(true)
    }
  })

  it('has settings that can be shown and keep what they are', async () => {
    const context = await contextOf()
    const settings = settingsOf(field)
    const said: unknown[] = []
    render(
      <Around>
        <ui.Settings
          settings={settings}
          onChange={(next) => said.push(next)}
          errors={{}}
          context={context}
          dataCollectionId={2}
          isExisting={false}
        />
      </Around>,
    )
    expect(said).toEqual([])
    for (const input of screen.queryAllByRole('textbox')) expect(input).toHaveAccessibleName()
  })
})

describe('typed values', () => {
  const typed = dataTypes.filter((dataType) => {
    const family = fieldType(dataType).family
    return (family === 'text' || family === 'number') && !['icon', 'formatted_text'].includes(dataType)
  })

  it.each(typed)('%s reads each text of the contract and says what it cannot read', (dataType) => {
    const { texts, badTexts } = fieldType(dataType).examples({ ids, fileIds })
    const field = exampleField(dataType, dataType === 'plain_text' ? { settings: { isMultiline: true } } : {})
    for (const { text, value } of texts) {
      if (dataType === 'money' && value === null) continue
      const { last, told } = renderInput(field, null)
      const input = screen.getByLabelText(/^My/)
      fireEvent.change(input, { target: { value: text } })
      if (told.length > 0) expect(last()).toEqual(value)
      document.body.innerHTML = ''
    }
    for (const { text, code } of badTexts) {
      if (dataType === 'money' && code === 'not_a_currency' && text === '12') continue // the field's select names it
      const { told } = renderInput(field, null)
      const input = screen.getByLabelText(/^My/)
      fireEvent.change(input, { target: { value: text } })
      expect(told.at(-1)?.change).toMatchObject({ problem: { code } })
      fireEvent.blur(input)
      expect(screen.getByRole('alert')).toHaveTextContent(/./)
      expect(input).toHaveValue(text)
      expect(input).toHaveAccessibleDescription()
      document.body.innerHTML = ''
    }
  })
})
