/** The first fields of a new root, with titles in the team's default data language. */

import { nameColumn } from '@muster/contract/lists/items'
import type { Language, Translations } from '@muster/contract/paging'
import type { NewField } from '../../engine/public.design.ts'

const titles = {
  name: { en: 'Name', es: 'Nombre', fr: 'Nom' },
  color: { en: 'Color', es: 'Color', fr: 'Couleur' },
  rank: { en: 'Rank', es: 'Orden', fr: 'Rang' },
  icon: { en: 'Icon', es: 'Icono', fr: 'Icône' },
  name_en: { en: 'Name in English', es: 'Nombre en inglés', fr: 'Nom en anglais' },
  name_es: { en: 'Name in Spanish', es: 'Nombre en español', fr: 'Nom en espagnol' },
  name_fr: { en: 'Name in French', es: 'Nombre en francés', fr: 'Nom en français' },
} satisfies Record<string, Record<Language, string>>

/** Items of a custom list have a color and icon for their tag, a sort rank, and a name per language. */
const colorPattern = '^#[0-9a-fA-F]{6}$'

/**
 * The first field names the records. Column names are the same in every language.
 *
 * @param languages those of the team's data
 */
export function firstFields(
  isCustomList: boolean,
  language: Language,
  languages: readonly Language[],
): NewField[] {
  const name: NewField = { ...titled('name', language), dataType: 'plain_text', isRequired: true }
  if (!isCustomList) return [{ ...name, isRequired: false }]
  return [
    name,
    {
      ...titled('color', language),
      dataType: 'plain_text',
      settings: { pattern: colorPattern, maxLength: 7 },
    },
    { ...titled('rank', language), dataType: 'number' },
    { ...titled('icon', language), dataType: 'icon' },
    ...languages
      .filter((other) => other !== language)
      .map((other): NewField => ({ ...titled(nameColumn(other), language), dataType: 'plain_text' })),
  ]
}

function titled(
  columnName: keyof typeof titles,
  language: Language,
): Pick<NewField, 'columnName' | 'title' | 'titleTranslations'> {
  const { [language]: title, ...others } = titles[columnName]
  return { columnName, title, titleTranslations: others as Translations }
}
