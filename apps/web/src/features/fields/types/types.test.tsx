/** Every type of the web app agrees with the contract, by the contract's own examples. */
import fs from 'node:fs'
import { dataTypes } from '@muster/contract/fields/families'
import { fieldType } from '@muster/contract/fields/types/index'
import { settingsOf, validateValue } from '@muster/contract/fields/validate'
import { languages } from '@muster/contract/paging'
import { fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { FieldValue } from '../components/FieldValue.tsx'
import { useFieldContext } from '../field-context.ts'
import { defaultWidth, gridCellOf, isRightAligned, keyEffect } from '../grid-cell.ts'
import { aBrush } from '../testing/brush.ts'
import { Around, exampleField, fileIds, ids, linked, mockFetch, renderInput } from '../testing/field.tsx'
import { fieldTypeUiOf } from './index.ts'

const file = (id: string) => ({
  id,
  url: `/api/teams/1/files/${id}`,
  name: `${id}.png`,
  size: 1234,
  kind: 'image',
  mimeType: 'image/png',
  thumbnail: `/api/teams/1/files/${id}/thumbnail`,
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

/** As the API sends it: files are objects. */
const apiValue = (dataType: string, value: unknown) => {
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

/** How many text inputs the settings of all types have together; some types have none. */
let textInputs = 0

describe.each(dataTypes)('%s', (dataType) => {
  const examples = fieldType(dataType).examples({ ids, fileIds })
  const field = exampleField(dataType)
  const ui = fieldTypeUiOf(dataType)

  it('shows and edits each example without changing it', async () => {
    for (const value of examples.values) {
      const { changes } = renderInput(field, apiValue(dataType, value))
      await waitFor(() => expect(document.querySelector('.mantine-InputWrapper-root')).toBeTruthy())
      expect(changes).toEqual([])
      document.body.innerHTML = ''
    }
  })

  it('has a cell and a grid cell for each example', async () => {
    const context = await contextOf()
    for (const value of examples.values) {
      const fromApi = apiValue(dataType, value)
      const cell = gridCellOf(field, fromApi, context)
      expect(cell.display === '' && !/formatted|image|file/.test(dataType) ? value : 'shown').toBe('shown')
      for (const variant of ['line', 'block'] as const) {
        const { container, unmount } = render(
          <Around>
            <FieldValue field={field} value={fromApi} context={context} variant={variant} />
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

  it('copies text that the type can parse', async () => {
    const context = await contextOf()
    const type = fieldType(dataType)
    const isCollection = /collection/.test(dataType)
    const idOf = (label: string) =>
      ids.find((id) => (isCollection ? `Collection ${id}` : linked[id]?.name) === label)
    for (const value of examples.values) {
      const { copyText } = gridCellOf(field, apiValue(dataType, value), context)
      const back = type.fromText(copyText, settingsOf(field), {
        ...context.text,
        idOf,
      })
      expect(back.ok).toBe(true)
    }
  })

  it('has texts for the choices of the contract in every language, and for nothing else', () => {
    const { choices } = fieldType(dataType)
    expect(ui.choiceTexts !== undefined).toBe(choices !== undefined)
    const [namespace = '', key = ''] = (ui.choiceTexts ?? '').split(':')
    for (const language of choices ? languages : []) {
      const file = `packages/contract/locales/${language}/${namespace}.json`
      const texts: Record<string, unknown> = JSON.parse(fs.readFileSync(file, 'utf8'))
      expect(Object.keys(texts[key] ?? {})).toEqual(choices)
    }
  })

  it('sets everything explicitly in the grid', async () => {
    const context = await contextOf()
    expect(defaultWidth(field)).toBeGreaterThanOrEqual(60)
    for (const value of examples.values) {
      const { drawing, align } = gridCellOf(field, apiValue(dataType, value), context)
      expect(isRightAligned(field)).toBe(align === 'right')
      if (!drawing) continue
      const { brush, painted } = aBrush()
      drawing.paint(brush)
      expect(painted()).toBeGreaterThan(0)
      expect(drawing.measure(brush.ctx)).toBeGreaterThan(16)
    }
  })

  it('answers every key in the grid with a value that the field takes, or with none', () => {
    for (const value of [...examples.values, null]) {
      for (const key of [undefined, ' ', 'a', '1', '9', '0', '%']) {
        const effect = keyEffect(field, value, key)
        if (typeof effect === 'object') expect(validateValue(field, effect.save).ok).toBe(true)
        else expect(['edit', 'openRecord', 'nothing']).toContain(effect)
      }
    }
  })

  it('has settings that can be shown without changing them', async () => {
    const context = await contextOf()
    const settings = settingsOf(field)
    const changes: unknown[] = []
    render(
      <Around>
        <ui.Settings
          settings={settings}
          onChange={(next) => changes.push(next)}
          errors={{}}
          context={context}
          dataCollectionId={2}
          isExisting={false}
        />
      </Around>,
    )
    expect(changes).toEqual([])
    const inputs = screen.queryAllByRole('textbox')
    for (const input of inputs) expect(input).toHaveAccessibleName()
    textInputs += inputs.length
  })
})

it('some settings are text inputs, and their names were checked', () => {
  expect(textInputs).toBeGreaterThan(0)
})

describe('typed values', () => {
  const typed = dataTypes.filter((dataType) => fieldTypeUiOf(dataType).inputs === 'text')

  it.each(dataTypes)('%s says whether it is typed into one text input', async (dataType) => {
    renderInput(exampleField(dataType), null)
    await waitFor(() => expect(document.querySelector('.mantine-InputWrapper-root')).toBeTruthy())
    const input = screen.queryByLabelText(/^My/, { selector: 'textarea, input:not([role=combobox])' })
    const isTyped =
      input instanceof HTMLTextAreaElement || (input as HTMLInputElement | null)?.type === 'text'
    expect(isTyped).toBe(typed.includes(dataType))
  })

  it.each(typed)('%s parses each text of the contract and reports what it cannot parse', async (dataType) => {
    const type = fieldType(dataType)
    const { texts, badTexts } = type.examples({ ids, fileIds })
    const field = exampleField(dataType, dataType === 'plain_text' ? { settings: { isMultiline: true } } : {})
    const context = await contextOf()
    for (const { text } of texts) {
      // In the reader's time zone, which is not that of the contract's examples.
      const read = type.fromText(text, settingsOf(field), context.text)
      const value = read.ok ? read.value : 'unread'

      if (dataType === 'money' && value === null) continue
      const { last, changes } = renderInput(field, null)
      const input = screen.getByLabelText(/^My/)
      fireEvent.change(input, { target: { value: text } })
      // Nothing is reported where nothing changes: there was no value before.
      expect(changes.length > 0 ? last() : null).toEqual(value)
      document.body.innerHTML = ''
    }
    for (const { text, code } of badTexts) {
      if (dataType === 'money' && code === 'not_a_currency' && text === '12') continue // the field's select names it
      const { changes } = renderInput(field, null)
      const input = screen.getByLabelText(/^My/)
      fireEvent.change(input, { target: { value: text } })
      expect(changes.at(-1)?.change).toMatchObject({ problem: { code } })
      fireEvent.blur(input)
      expect(screen.getByRole('alert')).toHaveTextContent(/./)
      expect(input).toHaveValue(text)
      expect(input).toHaveAccessibleDescription()
      document.body.innerHTML = ''
    }
  })
})
