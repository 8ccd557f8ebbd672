import { dataViewTypes } from '@muster/contract/views/types/definition'
import { createViewBody } from '@muster/contract/views/views.schema'
import { expect, test } from 'vitest'
import type { ViewSettings } from '../display-of.ts'
import { freeName } from './free-name.ts'
import { changesOf, checkDraft, tabOf } from './view-draft.ts'

const view = (change: Partial<ViewSettings> = {}): ViewSettings => {
  const { dataCollectionId: _id, ...settings } = createViewBody.parse({
    dataCollectionId: 1,
    type: 'list',
    internalName: 'Ours',
    recordNameDataFieldId: 5,
  })
  return { ...settings, ...change }
}

test('sends only changes', () => {
  expect(changesOf(view({ internalName: 'Theirs' }), view())).toEqual({ internalName: 'Theirs' })
  const displayOptions = { ...view().displayOptions, pageSize: 50 }
  expect(changesOf(view({ displayOptions }), view())).toEqual({ displayOptions })
  expect(changesOf(view(), view())).toEqual({})
})

test('each type requires its own fields', () => {
  const wrong = Object.fromEntries(
    dataViewTypes.map((type) => [type, Object.keys(checkDraft(view({ type })))]),
  )
  expect(wrong).toEqual({
    list: [],
    detail: [],
    calendar: ['eventStartDataFieldId'],
    table: [],
    map: ['mapLocationDataFieldId'],
    timeline: ['eventStartDataFieldId'],
    form: [],
  })
})

test('a view needs a name and a name field; date info needs a collection and a date', () => {
  const info = { dataCollectionId: 0, dateDataFieldId: 0, imageDataFieldId: null, autoUpdate: true }
  const draft = view({ internalName: ' ', recordNameDataFieldId: null, calendarDateInfo: [info] })
  expect(checkDraft(draft)).toEqual({
    internalName: 'required',
    recordNameDataFieldId: 'view_name_field_missing',
    'calendarDateInfo.0.dataCollectionId': 'view_field_missing',
    'calendarDateInfo.0.dateDataFieldId': 'view_field_missing',
  })
})

test('errors are found on their tab', () => {
  expect(tabOf('displayedFields.3.dataFieldId')).toBe('displayed-fields')
  expect(tabOf('calendarDateInfo.0.dateDataFieldId')).toBe('calendar-date-info')
  expect(tabOf('displayOptions.imageDataFieldId')).toBe('details')
  expect(tabOf('internalCss')).toBe('details')
})

test('a copy gets a free name that is not too long', () => {
  const nameOf = (name: string) => `${name} (copy)`
  const others = ['Ours', 'ours (Copy)', 'Ours (copy) 2']
  expect(freeName('Ours', [], nameOf)).toBe('Ours (copy)')
  expect(freeName('Ours', others, nameOf)).toBe('Ours (copy) 3')
  const long = 'x'.repeat(100)
  const first = freeName(long, [], nameOf)
  expect(first).toHaveLength(100)
  expect(freeName(long, [first], nameOf)).toHaveLength(100)
  // A wizard made of a form has the form's name.
  expect(freeName('Join us', ['join us', 'Join us 2'])).toBe('Join us 3')
})
