/** Validates a card's source, fields and groups, with an error path for each. */

import { cardTypeRules } from '@muster/contract/cards/cards.rules'
import type { CardField } from '@muster/contract/cards/cards.schema'
import { AppError, type FieldError } from '@muster/contract/errors'
import { type CollectionModel, collectionOf, homeOf, type TeamModel } from '../../engine/public.ts'
import { type CardDefinition, sourceOf } from './shown.ts'

/** @throws AppError validation_failed */
export function checkCard(model: TeamModel, card: CardDefinition): void {
  const errors: FieldError[] = []
  const { hasSource, fields: own } = cardTypeRules[card.cardType]
  const other = own === 'fieldsShown' ? 'fieldsShownAsColumns' : 'fieldsShown'
  if (card[other].length > 0) errors.push({ path: other, code: 'invalid' })
  const home = homeOf(model, collectionOf(model, card.dataCollectionId))
  let listed: CollectionModel | undefined = home
  if (hasSource) {
    const source = sourceOf(model, card)
    if (card.sourceDataFieldId === null) errors.push({ path: 'sourceDataFieldId', code: 'required' })
    else if (!source) errors.push({ path: 'sourceDataFieldId', code: 'unknown_field' })
    const listedId = source?.listedId ?? null
    listed = listedId === null ? undefined : model.collections.get(listedId)
    // Without a source it is unknown which collection these fields belong to.
    if (!source) listed = undefined
  } else {
    if (card.sourceDataFieldId !== null) errors.push({ path: 'sourceDataFieldId', code: 'invalid' })
    if (card.fieldsShown.length === 0) errors.push({ path: 'fieldsShown', code: 'required' })
  }
  errors.push(...checkFields(model, listed, own, card[own]))
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
}

/** A field in the trash may stay on a card, and reappears when it is restored. */
function checkFields(
  model: TeamModel,
  listed: CollectionModel | undefined,
  path: string,
  fields: readonly CardField[],
): FieldError[] {
  const seen = new Set<number>()
  return fields.flatMap(({ dataFieldId }, index): FieldError[] => {
    const at = `${path}.${index}.dataFieldId`
    if (seen.has(dataFieldId)) return [{ path: at, code: 'not_unique' }]
    seen.add(dataFieldId)
    const field = model.fields.get(dataFieldId)
    return field && listed && field.dataCollectionId === listed.homeId
      ? []
      : [{ path: at, code: 'unknown_field' }]
  })
}

/** The collection and its ancestors, whose cards may appear on its records' pages. */
export function withAncestors(model: TeamModel, dataCollectionId: number): number[] {
  const parentId = model.collections.get(dataCollectionId)?.parentId
  return [dataCollectionId, ...(parentId ? withAncestors(model, parentId) : [])]
}

/** @throws AppError validation_failed when a group is not of the card's collection or a descendant */
export function checkGroups(model: TeamModel, card: CardDefinition, groupIds: readonly number[]): void {
  const errors = groupIds.flatMap((id, index): FieldError[] => {
    const group = model.cardGroups.get(id)
    const isUsable = group && withAncestors(model, group.dataCollectionId).includes(card.dataCollectionId)
    return isUsable ? [] : [{ path: `dataCardGroupIds.${index}`, code: 'invalid' }]
  })
  if (new Set(groupIds).size < groupIds.length) errors.push({ path: 'dataCardGroupIds', code: 'not_unique' })
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
}

/** @throws AppError validation_failed when a card is not of the group's collection or an ancestor */
export function checkCards(model: TeamModel, dataCollectionId: number, cardIds: readonly number[]): void {
  const usable = withAncestors(model, dataCollectionId)
  const errors = cardIds.flatMap((id, index): FieldError[] => {
    const card = model.cards.get(id)
    return card && usable.includes(card.dataCollectionId)
      ? []
      : [{ path: `dataCardIds.${index}`, code: 'invalid' }]
  })
  if (new Set(cardIds).size < cardIds.length) errors.push({ path: 'dataCardIds', code: 'not_unique' })
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
}
