/** The fields a new root begins with, titled in the team's default data language. */
import type { Language, Translations } from '@muster/contract/paging'
import type { NewField } from '../fields/add-fields.ts'

const titles = {
  name: { en: 'Name', es: 'Nombre', fr: 'Nom' },
  color: { en: 'Color', es: 'Color', fr: 'Couleur' },
  rank: { en: 'Rank', es: 'Orden', fr: 'Rang' },
} satisfies Record<string, Record<Language, string>>

/** Items of a custom list have a colour for their tag and a rank that orders them. */
const color = '^#[0-9a-fA-F]{6}$'

/** The first is the one that names the records. Column names are the same in every language. */
export function firstFields(isCustomList: boolean, language: Language): NewField[] {
  const name: NewField = { ...titled('name', language), dataType: 'plain_text', isRequired: true }
  if (!isCustomList) return [{ ...name, isRequired: false }]
  return [
    name,
    { ...titled('color', language), dataType: 'plain_text', settings: { pattern: color, maxLength: 7 } },
    { ...titled('rank', language), dataType: 'number' },
  ]
}

function titled(
  columnName: keyof typeof titles,
  language: Language,
): Pick<NewField, 'columnName' | 'title' | 'titleTranslations'> {
  const { [language]: title, ...others } = titles[columnName]
  return { columnName, title, titleTranslations: others as Translations }
}
