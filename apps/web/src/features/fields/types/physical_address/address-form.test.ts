import { expect, it } from 'vitest'
import { addressForm, shownParts } from './address-form.ts'

const blank = { line1: '', line2: '', city: '', region: '', postalCode: '' }

it('shows the parts of a country in its order and by its names', () => {
  const us = addressForm('US')
  expect(us.parts).toEqual(['line1', 'line2', 'city', 'region', 'postalCode'])
  expect(us.labels).toMatchObject({ region: 'state', postalCode: 'zip' })
  expect(addressForm('FR').parts).toEqual(['line1', 'line2', 'postalCode', 'city'])
  expect(addressForm('JP').parts.slice(2)).toEqual(['region', 'city', 'postalCode'])
  expect(addressForm('XX').parts).toContain('region')
  expect(addressForm(null).labels.region).toBe('region')
})

it('shows filled parts that the country does not use', () => {
  expect(shownParts(addressForm('FR'), blank)).not.toContain('region')
  expect(shownParts(addressForm('FR'), { ...blank, region: 'Bretagne' }).at(-1)).toBe('region')
})
