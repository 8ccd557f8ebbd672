/** Cards as a reader sees them: only existing fields that they may read, and no cards without content. */

import { cardTypeRules, isMultiSource, linkTargetOf, sourceKindOf } from '@muster/contract/cards/cards.rules'
import type {
  CardField,
  CardType,
  CreateCard,
  DataCard,
  ShownCard,
  ShownGroup,
} from '@muster/contract/cards/cards.schema'
import {
  accessOf,
  type CardModel,
  type CollectionAccess,
  type FieldModel,
  type TeamModel,
} from '../../engine/public.ts'
import type { TeamUser } from '../../platform/http/context.ts'

/** The definition needed to show a card: a stored one, or one that is being designed. */
export type CardDefinition = Omit<CreateCard, 'dataCardGroupIds'> & { id: number }

/** The link field by which a card lists records. */
export interface LinkSource {
  field: FieldModel
  isReverse: boolean
  /** Root of the records that are listed. */
  listedId: number
}

export function definitionOf(card: CardModel): CardDefinition {
  const fields = (isColumn: boolean) =>
    card.fields
      .filter((field) => field.isColumn === isColumn)
      .map(({ dataFieldId, displayWidth }) => ({ dataFieldId, displayWidth }) as CardField)
  const { fields: _fields, ...rest } = card
  return {
    ...rest,
    cardType: card.cardType as CardType,
    displayWidth: card.displayWidth as ShownCard['displayWidth'],
    fieldsShown: fields(false),
    fieldsShownAsColumns: fields(true),
  }
}

/** A card as its designers see it. */
export function presentCard(model: TeamModel, card: CardModel): DataCard {
  const definition = definitionOf(card)
  return {
    ...definition,
    dataCardGroupIds: [...model.cardGroups.values()]
      .filter(({ dataCardIds }) => dataCardIds.includes(card.id))
      .map(({ id }) => id),
    isBroken: card.sourceDataFieldId !== null && sourceOf(model, definition) === null,
  }
}

/** The living field that a card lists by, if it can still be listed by. */
export function sourceOf(
  model: TeamModel,
  card: Pick<CardDefinition, 'dataCollectionId' | 'sourceDataFieldId' | 'isReverse'>,
): { field: FieldModel; kind: 'records' | 'files'; listedId: number | null } | null {
  const field = card.sourceDataFieldId === null ? undefined : model.fields.get(card.sourceDataFieldId)
  const homeId = model.collections.get(card.dataCollectionId)?.homeId
  if (!field || field.deletedAt || homeId === undefined) return null
  const kind = sourceKindOf(field)
  if (kind === null) return null
  const target = linkTargetOf(field)
  const targetHome = target === null ? null : (model.collections.get(target)?.homeId ?? null)
  if (!card.isReverse) {
    if (field.dataCollectionId !== homeId) return null
    return { field, kind, listedId: targetHome }
  }
  if (kind !== 'records' || targetHome !== homeId) return null
  const isLiving = model.collections.get(field.dataCollectionId)?.deletedAt === null
  return isLiving ? { field, kind, listedId: field.dataCollectionId } : null
}

/** Null when the card has nothing that the caller may see. */
export function shownCard(model: TeamModel, teamUser: TeamUser, card: CardDefinition): ShownCard | null {
  const own = accessOf(model, teamUser, card.dataCollectionId)
  if (!own) return null
  if (!cardTypeRules[card.cardType].hasSource) {
    const fieldsShown = readable(model, own, card.fieldsShown)
    return fieldsShown.length > 0 ? { ...card, fieldsShown, fieldsShownAsColumns: [], source: null } : null
  }
  const found = sourceOf(model, card)
  if (!found) return null
  const { field, kind, listedId } = found
  const owner = card.isReverse ? accessOf(model, teamUser, field.dataCollectionId) : own
  const access = owner?.fields.get(field.columnName)
  if (!access) return null
  const source = {
    kind,
    columnName: field.columnName,
    isMulti: card.isReverse || isMultiSource(field),
    canUpdate: access.update !== 'none',
  }
  if (kind === 'files')
    return {
      ...card,
      fieldsShown: [],
      fieldsShownAsColumns: [],
      source: { ...source, dataCollectionId: null },
    }
  const listed = listedId === null ? null : accessOf(model, teamUser, listedId)
  if (!listed) return null
  return {
    ...card,
    fieldsShown: readable(model, listed, card.fieldsShown),
    fieldsShownAsColumns: readable(model, listed, card.fieldsShownAsColumns),
    source: { ...source, dataCollectionId: listed.home.id },
  }
}

function readable(model: TeamModel, access: CollectionAccess, fields: readonly CardField[]): CardField[] {
  return fields.filter(({ dataFieldId }) => {
    const field = model.fields.get(dataFieldId)
    return field !== undefined && access.fields.get(field.columnName)?.field === field
  })
}

/** The link by which a card lists records; null for forms and files. */
export function linkSourceOf(model: TeamModel, card: CardDefinition): LinkSource | null {
  const source = sourceOf(model, card)
  if (source?.kind !== 'records' || source.listedId === null) return null
  return { field: source.field, isReverse: card.isReverse, listedId: source.listedId }
}

/** Groups of all collections of a tree, the root's first, with the cards that the caller may see. */
export function shownGroups(model: TeamModel, teamUser: TeamUser, homeId: number): ShownGroup[] {
  const depth = (id: number): number => {
    const parentId = model.collections.get(id)?.parentId
    return parentId ? depth(parentId) + 1 : 0
  }
  return (
    [...model.cardGroups.values()]
      .filter(({ dataCollectionId }) => {
        const collection = model.collections.get(dataCollectionId)
        return collection?.homeId === homeId && !collection.deletedAt
      })
      .sort((a, b) => depth(a.dataCollectionId) - depth(b.dataCollectionId))
      .map(({ dataCardIds, ...group }) => ({
        ...group,
        dataCards: dataCardIds.flatMap((id) => {
          const card = model.cards.get(id)
          return card ? (shownCard(model, teamUser, definitionOf(card)) ?? []) : []
        }),
      }))
      // A group whose cards are all hidden is hidden too; a group without cards is shown as empty.
      .filter(
        ({ id, dataCards }) => dataCards.length > 0 || model.cardGroups.get(id)?.dataCardIds.length === 0,
      )
  )
}

/** For each link field that leads to records of a tree, the first card that lists by it and that the caller may see. */
export function shownLinkBacks(model: TeamModel, teamUser: TeamUser, homeId: number): ShownCard[] {
  const bySource = new Map<number | null, ShownCard>()
  for (const card of model.cards.values()) {
    const collection = model.collections.get(card.dataCollectionId)
    if (!card.isReverse || collection?.homeId !== homeId || collection.deletedAt) continue
    const shown = bySource.has(card.sourceDataFieldId) ? null : shownCard(model, teamUser, definitionOf(card))
    if (shown?.source) bySource.set(card.sourceDataFieldId, shown)
  }
  return [...bySource.values()]
}
