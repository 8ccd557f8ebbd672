/** Titles of cards and groups in the reader's language, and the fields that a card names. */
import type { CardField, ShownCard, ShownGroup } from '@muster/contract/cards/cards.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Language } from '@muster/contract/paging'

type Titled = Pick<
  ShownCard,
  | 'title'
  | 'titleTranslations'
  | 'subtitle'
  | 'subtitleTranslations'
  | 'description'
  | 'descriptionTranslations'
>

export function cardTexts(card: Titled, language: Language) {
  return {
    title: card.titleTranslations[language] || card.title,
    subtitle: card.subtitleTranslations[language] || card.subtitle,
    description: card.descriptionTranslations[language] || card.description,
  }
}

export const groupName = (
  { name, nameTranslations }: Pick<ShownGroup, 'name' | 'nameTranslations'>,
  language: Language,
): string => nameTranslations[language] || name

/** In the card's order, with the widths that the card sets. */
export function fieldsOnCard(
  chosen: readonly CardField[],
  fields: readonly DataField[] | undefined,
): readonly DataField[] {
  return chosen.flatMap(({ dataFieldId, displayWidth }) => {
    const field = fields?.find(({ id }) => id === dataFieldId)
    return field ? [{ ...field, displayWidth: displayWidth ?? field.displayWidth }] : []
  })
}
