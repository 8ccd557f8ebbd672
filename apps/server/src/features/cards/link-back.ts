/** The card by which a link field lists its records on the pages of the records they link to. */

import { linkBackNames, linkTargetOf } from '@muster/contract/cards/cards.rules'
import { createCardBody } from '@muster/contract/cards/cards.schema'
import type { DataField, LinkBackChange } from '@muster/contract/fields/fields.schema'
import {
  type CardModel,
  type FieldModel,
  homeOf,
  invalid,
  type ModelChange,
  type TeamModel,
} from '../../engine/public.ts'
import { deleteCard, updateCardRow } from './cards.repo.ts'
import { addCard } from './cards.service.ts'
import { withAncestors } from './check-card.ts'
import { sourceOf } from './shown.ts'

/** So that a table stays readable at the width of a drawer. */
const mostColumns = 3
/** Of a card group, as the contract has it. */
const mostCards = 100

const cardsBack = (model: TeamModel, field: FieldModel): CardModel[] =>
  [...model.cards.values()].filter(
    (card) => card.isReverse && card.sourceDataFieldId === field.id && sourceOf(model, card) !== null,
  )

/** As the API has it: the first of several cards; undefined for a field that is no link to one collection. */
export function linkBackOf(model: TeamModel, field: FieldModel): DataField['linkBack'] {
  if (linkTargetOf(field) === null) return undefined
  const [card] = cardsBack(model, field)
  return card ? { dataCardId: card.id, title: card.title, titleTranslations: card.titleTranslations } : null
}

/**
 * Creates or renames the card, or removes every such card; runs within a model change and reloads it.
 *
 * @throws AppError validation_failed for a field that cannot have one
 */
export async function setLinkBack(
  change: ModelChange,
  fieldId: number,
  wanted: LinkBackChange | null,
): Promise<void> {
  const { client, model } = change
  const field = model.fields.get(fieldId)!
  const cards = cardsBack(model, field)
  const [first] = cards
  if (wanted === null) {
    for (const { id } of cards) await deleteCard(client, id)
  } else if (linkTargetOf(field) === null) {
    throw invalid('linkBack', 'invalid')
  } else if (first) {
    await updateCardRow(client, first.id, wanted)
  } else {
    await addLinkBack(change, field, wanted)
  }
  await change.reload()
}

/** Creates the cards of new fields; those that are no links to a collection have none. Reloads the model. */
export async function addLinkBacks(change: ModelChange, fieldIds: readonly number[]): Promise<void> {
  const links = fieldIds.filter((id) => linkTargetOf(change.model.fields.get(id)!) !== null)
  for (const id of links) await setLinkBack(change, id, {})
}

/** Lists the records, with a few of their fields, at the end of the first tab of the pages of what they link to. */
async function addLinkBack(change: ModelChange, field: FieldModel, names: LinkBackChange): Promise<void> {
  const { model } = change
  const home = model.collections.get(field.dataCollectionId)!
  const others = home.fields.filter(({ id }) => id !== field.id)
  const dataCollectionId = ownerOf(model, linkTargetOf(field)!)
  const group = firstGroup(model, dataCollectionId)
  const columns = others.filter(({ id, type }) => id !== home.nameFieldId && type.isSortable)
  const card = createCardBody.parse({
    ...linkBackNames(home, others, field),
    ...names,
    dataCollectionId,
    cardType: 'table',
    sourceDataFieldId: field.id,
    isReverse: true,
    fieldsShownAsColumns: columns.slice(0, mostColumns).map(({ id }) => ({ dataFieldId: id })),
    dataCardGroupIds: group && group.dataCardIds.length < mostCards ? [group.id] : [],
  })
  await addCard(change, card)
}

const firstGroup = (model: TeamModel, dataCollectionId: number) =>
  [...model.cardGroups.values()].find((group) => group.dataCollectionId === dataCollectionId)

/** The collection that the field leads to; the nearest one above it where only that one has tabs. */
const ownerOf = (model: TeamModel, targetId: number): number =>
  withAncestors(model, targetId).find((id) => firstGroup(model, id)) ?? targetId

/** After a change of the field's type: a field that has become a link, or leads elsewhere, gets its card. */
export async function keepLinkBack(change: ModelChange, before: FieldModel): Promise<void> {
  const { model } = change
  const field = model.fields.get(before.id)!
  const was = treeOf(model, before)
  const is = treeOf(model, field)
  if (is === null || is === was || cardsBack(model, field).length > 0) return
  await setLinkBack(change, field.id, {})
}

function treeOf(model: TeamModel, field: FieldModel): number | null {
  const target = model.collections.get(linkTargetOf(field) ?? 0)
  return target ? homeOf(model, target).id : null
}
