/** A design copied into a team: lists, the collection with its fields, cards and card groups, in one change. */

import type { CreateFromBlueprint } from '@muster/contract/blueprints/blueprints.schema'
import { createCardBody, createGroupBody } from '@muster/contract/cards/cards.schema'
import { createCollectionBody } from '@muster/contract/collections/collections.schema'
import { addFields, type NewField } from '../../engine/public.design.ts'
import { type CardFieldModel, type FieldModel, invalid, type ModelChange } from '../../engine/public.ts'
import { addCard, addGroup } from '../cards/public.ts'
import { addCollection, firstFieldsOf, setAvatarField } from '../collections/public.ts'
import { cardsOf, isLink, type Source, targetOfField } from './source.ts'

export interface Copied {
  dataCollectionId: number
  /** New lists by those that their items come from. */
  lists: ReadonlyMap<number, number>
}

export async function copyDesign(
  change: ModelChange,
  source: Source,
  asked: CreateFromBlueprint,
): Promise<Copied> {
  const { collection } = source
  const wanted = new Set(asked.dataFieldIds)
  const chosen = collection.fields.filter(({ id }) => wanted.has(id) || id === collection.nameFieldId)
  const lists = await copyLists(change, source, chosen, asked)
  const places = placesOf(change, source, chosen, asked, lists.used)
  const kept = chosen.filter(({ id }) => places.get(id) !== 'drop')
  const now = kept.filter(({ id }) => places.get(id) !== 'self')
  const name = now.find(({ id }) => id === collection.nameFieldId)
  const others = now.filter((field) => field !== name)
  const first = name ? [newField(source, name, places)] : await firstFieldsOf(change, false)
  const id = await addCollection(
    change,
    createCollectionBody.parse({
      name: asked.name,
      pluralName: asked.pluralName,
      description: collection.description,
      icon: collection.icon,
      representsPeople: collection.representsPeople,
      isGloballySearchable: collection.isGloballySearchable,
    }),
    null,
    first,
  )
  await addFields(
    change,
    id,
    others.map((field) => newField(source, field, places)),
  )
  // A link to the new collection itself can only be made once that is there.
  const own = kept.filter((field) => places.get(field.id) === 'self')
  await addFields(
    change,
    id,
    own.map((field) => newField(source, field, new Map([[field.id, id]]))),
  )
  const byColumn = change.model.collections.get(id)?.fieldsByColumn
  const fields = new Map(kept.map((field) => [field.id, byColumn?.get(field.columnName)?.id]))
  const avatarId = collection.avatarFieldId === null ? undefined : fields.get(collection.avatarFieldId)
  if (avatarId !== undefined) await setAvatarField(change, id, avatarId)
  if (asked.withCards) await copyCards(change, source, id, fields)
  return { dataCollectionId: id, lists: lists.made }
}

/** Lists of the design that are copied, and by which list of the team each one is stood for. */
async function copyLists(
  change: ModelChange,
  source: Source,
  chosen: readonly FieldModel[],
  { lists }: CreateFromBlueprint,
): Promise<{ made: Map<number, number>; used: Map<number, number> }> {
  const made = new Map<number, number>()
  const used = new Map<number, number>()
  for (const field of chosen) {
    const list = targetOfField(source.model, field)
    if (!list?.isUsedAsCustomList || used.has(list.id)) continue
    const at = lists.findIndex(({ dataCollectionId }) => dataCollectionId === list.id)
    const use = lists[at]?.useDataCollectionId ?? null
    if (use !== null) {
      const own = change.model.collections.get(use)
      if (!own || own.deletedAt || !own.isUsedAsCustomList) {
        throw invalid(`lists.${at}.useDataCollectionId`, 'unknown_collection')
      }
      used.set(list.id, use)
      continue
    }
    const { nameTranslations, pluralNameTranslations, description, icon } = list
    const id = await addCollection(
      change,
      createCollectionBody.parse({
        ...freeNames(change, list.name, list.pluralName),
        nameTranslations,
        pluralNameTranslations,
        description,
        icon,
        IsUsedAsCustomList: true,
      }),
    )
    made.set(list.id, id)
    used.set(list.id, id)
  }
  return { made, used }
}

/** A name is taken only once in a team: 'Party 2' beside 'Party'. */
function freeNames(
  { model }: ModelChange,
  name: string,
  pluralName: string,
): { name: string; pluralName: string } {
  const taken = new Set(
    [...model.collections.values()].filter((one) => !one.deletedAt).map((one) => one.name.toLowerCase()),
  )
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : ` ${number}`
    if (!taken.has(`${name}${suffix}`.toLowerCase())) {
      return { name: `${name}${suffix}`, pluralName: `${pluralName}${suffix}` }
    }
  }
}

type Place = number | 'self' | 'drop'

/** What each field that refers to records refers to in the team. */
function placesOf(
  { model }: ModelChange,
  source: Source,
  chosen: readonly FieldModel[],
  { links }: CreateFromBlueprint,
  lists: ReadonlyMap<number, number>,
): Map<number, Place> {
  const places = new Map<number, Place>()
  for (const field of chosen) {
    const target = targetOfField(source.model, field)
    if (target?.isUsedAsCustomList) places.set(field.id, lists.get(target.id) ?? 'drop')
    else if (isLink(source.model, field)) {
      const at = links.findIndex(({ dataFieldId }) => dataFieldId === field.id)
      const to = links[at]?.to ?? 'drop'
      if (typeof to === 'number' && model.collections.get(to)?.deletedAt !== null) {
        throw invalid(`links.${at}.to`, 'unknown_collection')
      }
      places.set(field.id, to)
    }
  }
  return places
}

function newField(source: Source, field: FieldModel, places: ReadonlyMap<number, Place>): NewField {
  const place = places.get(field.id)
  const refers = field.type.refersTo !== undefined
  const key = field.type.family === 'choice' ? 'listId' : 'dataCollectionId'
  return {
    title: field.title,
    titleTranslations: field.titleTranslations,
    columnName: field.columnName,
    dataType: field.dataType,
    description: field.description,
    descriptionTranslations: field.descriptionTranslations,
    helpText: field.helpText,
    displayWidth: field.displayWidth as NewField['displayWidth'],
    isRequired: field.isRequired,
    isUnique: field.isUnique,
    // What it names is of the other team, or of another list.
    defaultValue: refers || field.type.family === 'file' ? null : field.defaultValue,
    settings:
      typeof place === 'number' && targetOfField(source.model, field)
        ? { ...field.settings, [key]: place }
        : field.settings,
  }
}

/** Cards of which something is left, in the groups that have such cards. */
async function copyCards(
  change: ModelChange,
  source: Source,
  dataCollectionId: number,
  fields: ReadonlyMap<number, number | undefined>,
): Promise<void> {
  const cards = new Map<number, number>()
  const isOwn = source.model.teamId === change.model.teamId
  for (const card of cardsOf(source)) {
    const isForm = card.sourceDataFieldId === null
    const from = card.sourceDataFieldId === null ? null : (fields.get(card.sourceDataFieldId) ?? null)
    if (!isForm && from === null) continue
    // What a table lists are fields of the linked collection: only the same one has them.
    const listed = (own: readonly CardFieldModel[]) =>
      own.flatMap(({ dataFieldId, displayWidth }) => {
        const id = isForm
          ? fields.get(dataFieldId)
          : isOwn
            ? sameField(change, source, card.sourceDataFieldId, from, dataFieldId)
            : undefined
        return id === undefined ? [] : [{ dataFieldId: id, displayWidth }]
      })
    const shown = listed(card.fields.filter(({ isColumn }) => !isColumn))
    if (isForm && shown.length === 0) continue
    const id = await addCard(
      change,
      createCardBody.parse({
        dataCollectionId,
        title: card.title,
        titleTranslations: card.titleTranslations,
        subtitle: card.subtitle,
        subtitleTranslations: card.subtitleTranslations,
        description: card.description,
        descriptionTranslations: card.descriptionTranslations,
        cardType: card.cardType,
        displayWidth: card.displayWidth,
        sourceDataFieldId: from,
        fieldsShown: shown,
        fieldsShownAsColumns: listed(card.fields.filter(({ isColumn }) => isColumn)),
      }),
    )
    cards.set(card.id, id)
  }
  for (const group of source.model.cardGroups.values()) {
    if (group.dataCollectionId !== source.collection.id) continue
    const dataCardIds = group.dataCardIds.flatMap((id) => cards.get(id) ?? [])
    if (dataCardIds.length === 0) continue
    const { name, nameTranslations, icon } = group
    await addGroup(
      change,
      createGroupBody.parse({ dataCollectionId, name, nameTranslations, icon, dataCardIds }),
    )
  }
}

/** A field of the linked collection, where the copied link leads to the same one. */
function sameField(
  { model }: ModelChange,
  source: Source,
  sourceFieldId: number | null,
  copiedFieldId: number | null,
  dataFieldId: number,
): number | undefined {
  const before = source.model.fields.get(sourceFieldId ?? 0)
  const after = model.fields.get(copiedFieldId ?? 0)
  const target = before && targetOfField(source.model, before)
  const isSame = target && after && targetOfField(model, after)?.homeId === target.homeId
  return isSame && model.fields.has(dataFieldId) ? dataFieldId : undefined
}
