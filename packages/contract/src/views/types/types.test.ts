import { expect, test } from 'vitest'
import { z } from 'zod'
import { fitsView, type ViewFieldKey, viewFieldKinds } from '../views.rules.ts'
import { createViewBody, displayOptionsSchema, updateViewBody } from '../views.schema.ts'
import { dataViewTypes, viewType } from './definition.ts'
import { viewTypes } from './index.ts'

test('the registry has exactly the declared types', () => {
  expect(Object.keys(viewTypes).sort()).toEqual([...dataViewTypes].sort())
})

test.each(dataViewTypes)('the schemas of views include the settings of a %s view', (name) => {
  const { settings, newSettings, options, fieldKinds } = viewTypes[name]
  expect(Object.keys(newSettings)).toEqual(Object.keys(settings))
  for (const key of Object.keys(settings)) {
    expect(createViewBody.shape, key).toHaveProperty(key)
    expect(updateViewBody.shape, key).toHaveProperty(key)
  }
  for (const key of Object.keys(options)) expect(displayOptionsSchema.shape, key).toHaveProperty(key)
  for (const key of Object.keys(fieldKinds)) expect(viewFieldKinds, key).toHaveProperty(key)
})

test.each(dataViewTypes)('a new %s view needs only a name and a collection', (type) => {
  const view = createViewBody.parse({ type, dataCollectionId: 1, internalName: 'A view' })
  const { neededField } = viewTypes[type]
  if (neededField) expect(view[neededField]).toBeNull()
})

test('an update does not fill in defaults of missing settings', () => {
  expect(updateViewBody.parse({ internalName: 'Another' })).toEqual({ internalName: 'Another' })
})

test('a required field of a view accepts only some types of field', () => {
  const needed = dataViewTypes.flatMap((type): ViewFieldKey[] => {
    const { neededField } = viewTypes[type]
    return neededField ? [neededField] : []
  })
  expect(needed).toEqual(['eventStartDataFieldId', 'mapLocationDataFieldId', 'eventStartDataFieldId'])
  expect(fitsView('eventStartDataFieldId', 'number')).toBe(true)
  expect(fitsView('eventEndDataFieldId', 'number')).toBe(true)
  expect(fitsView('eventStartDataFieldId', 'decimal')).toBe(false)
  expect(fitsView('eventStartDataFieldId', 'date_range')).toBe(true)
  expect(fitsView('mapLocationDataFieldId', 'date_range')).toBe(false)
})

test('a setting without a default does not compile', () => {
  const plain = { options: {}, fieldKinds: {}, neededField: null, reads: 'pages', hasGroups: false } as const
  const settings = { title: z.string() }
  // @ts-expect-error no default for `title`
  expect(() => viewType({ ...plain, settings, defaults: {} })).not.toThrow()
  const { newSettings } = viewType({ ...plain, settings, defaults: { title: 'Untitled' } })
  expect(newSettings.title.parse(undefined)).toBe('Untitled')
})
