/** Which language a collection's names are shown in. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { expect, test } from 'vitest'
import { collectionsIn } from './collection-names.ts'

const aCollection = (
  name: string,
  pluralName: string,
  nameTranslations: DataCollection['nameTranslations'] = {},
  pluralNameTranslations: DataCollection['pluralNameTranslations'] = {},
) => ({ name, pluralName, nameTranslations, pluralNameTranslations }) as DataCollection

test('uses the names translated into the reader’s language, each by itself', () => {
  const listed = {
    dataCollection: [
      aCollection('Office', 'Offices', { es: 'Oficina', fr: '' }, { es: 'Oficinas', fr: 'Bureaux' }),
      aCollection('Party', 'Parties'),
    ],
  }
  const names = (language: 'en' | 'es' | 'fr') =>
    collectionsIn(listed, language).dataCollection.map(({ name, pluralName }) => `${name}, ${pluralName}`)
  expect(names('es')).toEqual(['Oficina, Oficinas', 'Party, Parties'])
  expect(names('fr')).toEqual(['Office, Bureaux', 'Party, Parties'])
  expect(collectionsIn(listed, 'en')).toBe(listed)
})
