/** A card while it is being designed. */
import { cardTypeRules, linkTargetOf, sourceKindOf } from '@muster/contract/cards/cards.rules'
import type { CardField, CardType, CreateCard, DataCard } from '@muster/contract/cards/cards.schema'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'

export type CardDraft = CreateCard

export const newCard = (dataCollectionId: number, dataCardGroupIds: number[] = []): CardDraft => ({
  dataCollectionId,
  title: '',
  titleTranslations: {},
  subtitle: '',
  subtitleTranslations: {},
  description: '',
  descriptionTranslations: {},
  cardType: 'form',
  displayWidth: 'full',
  sourceDataFieldId: null,
  isReverse: false,
  fieldsShown: [],
  fieldsShownAsColumns: [],
  dataCardGroupIds,
})

export function draftOf({ id: _id, isBroken: _isBroken, ...card }: DataCard): CardDraft {
  return { ...card }
}

/** What a card can list: the fields of its own tree, and links from other trees to it. */
export interface Source {
  key: string
  field: DataField
  isReverse: boolean
  /** The collection whose field it is. */
  collection: DataCollection
  kind: 'records' | 'files'
}

export function sourcesOf(home: DataCollection, collections: readonly DataCollection[]): Source[] {
  const homeOf = (id: number | null) => collections.find((one) => one.id === id)?.idHomeDataCollection
  const roots = collections.filter(({ id, idHomeDataCollection }) => id === idHomeDataCollection)
  const own = home.DataFields.flatMap((field): Source[] => {
    const kind = sourceKindOf(field)
    return kind ? [{ key: `${field.id}`, field, isReverse: false, collection: home, kind }] : []
  })
  const others = roots.flatMap((collection) =>
    collection.DataFields.filter((field) => homeOf(linkTargetOf(field)) === home.id).map(
      (field): Source => ({ key: `${field.id} back`, field, isReverse: true, collection, kind: 'records' }),
    ),
  )
  return [...own, ...others]
}

export const sourceKey = ({ sourceDataFieldId, isReverse }: CardDraft): string =>
  sourceDataFieldId === null ? '' : `${sourceDataFieldId}${isReverse ? ' back' : ''}`

/** The collection whose fields a card can show; undefined where there is none to choose from. */
export function listedBy(
  draft: CardDraft,
  home: DataCollection,
  sources: readonly Source[],
  collections: readonly DataCollection[],
): DataCollection | undefined {
  if (!cardTypeRules[draft.cardType].hasSource) return home
  const source = sources.find(({ key }) => key === sourceKey(draft))
  if (!source || source.kind === 'files') return undefined
  if (source.isReverse) return source.collection
  const target = collections.find(({ id }) => id === linkTargetOf(source.field))
  return collections.find(({ id }) => id === target?.idHomeDataCollection)
}

export const fieldsKey = (cardType: CardType) => cardTypeRules[cardType].fields

/** Chosen fields go with their records: a form has other fields than a list. */
export function withType(draft: CardDraft, cardType: CardType): CardDraft {
  const chosen = draft[fieldsKey(draft.cardType)]
  const isSameKind = cardTypeRules[cardType].hasSource === cardTypeRules[draft.cardType].hasSource
  return {
    ...draft,
    cardType,
    ...(cardTypeRules[cardType].hasSource ? {} : { sourceDataFieldId: null, isReverse: false }),
    fieldsShown: [],
    fieldsShownAsColumns: [],
    ...(isSameKind ? { [fieldsKey(cardType)]: chosen } : {}),
  }
}

export function withFields(draft: CardDraft, fields: CardField[]): CardDraft {
  return { ...draft, [fieldsKey(draft.cardType)]: fields }
}
