/** Every editor works with any record source: here with one in memory, without the API and without a query client. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { dataTypes } from '@muster/contract/fields/families'
import { fieldType } from '@muster/contract/fields/types/index'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type RecordSource, RecordSourceContext } from '../source/record-source.ts'
import { exampleField, fileIds, ids, linked, renderInput, Surroundings } from '../testing/field.tsx'
import { checkValue } from '../typed-field.ts'

const file = (id: string, name = `${id}.png`) => ({
  id,
  url: `memory:${id}`,
  name,
  size: 1234,
  kind: 'image' as const,
  mimeType: 'image/png',
  thumbnail: null,
})
const collections = [...ids, 5].map((id) => ({
  id,
  pluralName: `Collection ${id}`,
  icon: '',
  DataFields: [],
  idParentDataCollection: null,
})) as unknown as DataCollection[]
const records = Object.entries(linked).map(([id, { name }]) => ({ id: Number(id), name }))

const source: RecordSource = {
  recordUrl: () => null,
  pictureUrl: () => null,
  collectionUrl: () => null,
  useCollections: () => collections,
  useOptions: ({ search }) => ({
    options: records.filter(({ name }) => name.startsWith(search)),
    isLoading: false,
    isStale: false,
    error: null,
  }),
  useNames: () => linked,
  usePeople: () => [],
  useMapTiles: () => null,
  createRecord: async (_, { name }) => ({ id: 99, name: String(name), avatar: null, values: {} }),
  upload: async ({ name, type }) => ({
    ...file('6a7e6c0e-4a3f-4a53-9d0a-6b3c0c8f1a09', name),
    kind: type.startsWith('video') ? 'video' : 'image',
    mimeType: type,
  }),
  filePicker: null,
}
const Visitor = ({ children }: { children: ReactNode }) => (
  <RecordSourceContext value={source}>
    <Surroundings>{children}</Surroundings>
  </RecordSourceContext>
)

const network = vi.fn()
beforeEach(() => {
  vi.stubGlobal('fetch', network)
  vi.stubGlobal('XMLHttpRequest', network)
})
afterEach(() => {
  vi.unstubAllGlobals()
  expect(network).not.toHaveBeenCalled()
})

/** Values as a server sends them: files are objects. */
const sent = (dataType: string, value: unknown) => {
  if (!/file|image/.test(dataType)) return value
  return Array.isArray(value) ? value.map((id) => file(id)) : file(String(value))
}

/** Changes the value by the first control it finds, whatever the type. */
async function change(user: UserEvent, texts: readonly string[], isChanged: () => boolean): Promise<void> {
  const find = <E extends HTMLElement = HTMLElement>(selector: string) =>
    document.querySelector<E>(`.mantine-InputWrapper-root ${selector}`)
  // Some editors are loaded when they are first shown.
  await waitFor(() => expect(find(':is(input, textarea, button, [contenteditable])')).not.toBeNull())
  const upload = find<HTMLInputElement>('input[type=file]')
  const box = find('input:is([type=radio]:not(:checked), [type=checkbox])')
  const list = find('input[role=combobox]')
  const text = find(':is(input, textarea)')
  // Changing one line's currency alone would contradict the other lines.
  const words =
    document.querySelectorAll('[data-row]').length > 1 &&
    find('[data-row] :is(textarea, input:not([role=combobox]))')
  if (upload) {
    const type = upload.accept.includes('video') ? 'video/mp4' : 'image/png'
    await user.upload(upload, new File(['x'], 'new', { type }))
  } else if (find('[contenteditable]')) {
    fireEvent.click(screen.getByRole('button', { name: 'Bulleted list' }))
  } else if (box) fireEvent.click(box)
  else if (words) fireEvent.change(words, { target: { value: 'Other words' } })
  else if (list) {
    fireEvent.click(list)
    fireEvent.click((await screen.findAllByRole('option')).at(-1) as HTMLElement)
  } else if (text) {
    for (const typed of [...texts, '1/15/2024', 'other words']) {
      if (!isChanged()) fireEvent.change(text, { target: { value: typed } })
    }
  } else
    fireEvent.click([...document.querySelectorAll('.mantine-InputWrapper-root button')].at(-1) as HTMLElement)
}

describe.each(dataTypes)('%s', (dataType) => {
  const { values, texts } = fieldType(dataType).examples({ ids, fileIds })
  const field = exampleField(dataType)

  it.each(values.map((value) => [value]))('shows and changes %j', async (example) => {
    const user = userEvent.setup()
    const value = sent(dataType, example)
    const { changes, last } = renderInput(field, value, {}, Visitor)
    await waitFor(() => expect(document.querySelector('.mantine-InputWrapper-root')).toBeTruthy())
    expect(changes).toEqual([])
    const isChanged = () => {
      const { change: how } = (changes.at(-1) ?? {}) as { change?: { problem?: unknown } }
      return changes.length > 0 && !how?.problem && JSON.stringify(last()) !== JSON.stringify(value)
    }
    await change(
      user,
      texts.map(({ text }) => text),
      isChanged,
    )
    await waitFor(() => expect(isChanged()).toBe(true))
    expect(checkValue(field, last())).toBeNull()
  })
})
