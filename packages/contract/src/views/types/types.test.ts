import { expect, test } from 'vitest'
import { z } from 'zod'
import { fitsView, type ViewFieldKey, viewFieldKinds } from '../views.rules.ts'
import { createViewBody, displayOptionsSchema, updateViewBody } from '../views.schema.ts'
import { dataViewTypes, viewType } from './definition.ts'
import { viewTypes } from './index.ts'

test('every type is in the registry, and nothing else is', () => {
  expect(Object.keys(viewTypes).sort()).toEqual([...dataViewTypes].sort())
})

test.each(dataViewTypes)('the settings of a %s view are settings of a view', (name) => {
  const { settings, newSettings, options, fieldKinds } = viewTypes[name]
  expect(Object.keys(newSettings)).toEqual(Object.keys(settings))
  for (const key of Object.keys(settings)) {
    expect(createViewBody.shape, key).toHaveProperty(key)
    expect(updateViewBody.shape, key).toHaveProperty(key)
  }
  for (const key of Object.keys(options)) expect(displayOptionsSchema.shape, key).toHaveProperty(key)
  for (const key of Object.keys(fieldKinds)) expect(viewFieldKinds, key).toHaveProperty(key)
})

test.each(dataViewTypes)('a new %s view needs no setting but its name and collection', (type) => {
  const view = createViewBody.parse({ type, dataCollectionId: 1, internalName: 'A view' })
  const { neededField } = viewTypes[type]
  if (neededField) expect(view[neededField]).toBeNull()
})

test('a default is not filled in where a change leaves the setting out', () => {
  expect(updateViewBody.parse({ internalName: 'Another' })).toEqual({ internalName: 'Another' })
})

test('a field that a view needs can be chosen among some types of field', () => {
  const needed = dataViewTypes.flatMap((type): ViewFieldKey[] => {
    const { neededField } = viewTypes[type]
    return neededField ? [neededField] : []
  })
  expect(needed).toEqual(['eventStartDataFieldId', 'mapLocationDataFieldId'])
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
