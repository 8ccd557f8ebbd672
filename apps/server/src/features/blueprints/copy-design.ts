/** Copies a design into a team: lists, the collection with its fields, cards and groups, in one change. */

import type { CreateFromBlueprint } from '@muster/contract/blueprints/blueprints.schema'
import { createCardBody, createGroupBody } from '@muster/contract/cards/cards.schema'
import { createCollectionBody } from '@muster/contract/collections/collections.schema'
import { addFields, type NewField } from '../../engine/public.design.ts'
import { type CardFieldModel, type FieldModel, invalid, type ModelChange } from '../../engine/public.ts'
import { addCard, addGroup, addLinkBacks } from '../cards/public.ts'
import { addCollection, firstFieldsOf, setAvatarField } from '../collections/public.ts'
import { cardsOf, isLink, type Source, targetOfField } from './source.ts'

export interface Copied {
  dataCollectionId: number
  /** New lists by the source list whose items they get. */
  lists: ReadonlyMap<number, number>
}

export async function copyDesign(
  change: ModelChange,
  source: Source,
  input: CreateFromBlueprint,
): Promise<Copied> {
  const { collection } = source
  const wanted = new Set(input.dataFieldIds)
  const chosen = collection.fields.filter(({ id }) => wanted.has(id) || id === collection.nameFieldId)
  const lists = await copyLists(change, source, chosen, input)
  const targets = targetsOf(change, source, chosen, input, lists.used)
  const kept = chosen.filter(({ id }) => targets.get(id) !== 'drop')
  const now = kept.filter(({ id }) => targets.get(id) !== 'self')
  const name = now.find(({ id }) => id === collection.nameFieldId)
  const others = now.filter((field) => field !== name)
  const first = name ? [newField(source, name, targets)] : await firstFieldsOf(change, false)
  const id = await addCollection(
    change,
    createCollectionBody.parse({
      name: input.name,
      pluralName: input.pluralName,
      description: collection.description,
      icon: collection.icon,
      representsPeople: collection.representsPeople,
      isGloballySearchable: collection.isGloballySearchable,
    }),
    null,
    first,
  )
  const copied = await addFields(
    change,
    id,
    others.map((field) => newField(source, field, targets)),
  )
  // A link to the new collection itself can only be made once it exists.
  const own = kept.filter((field) => targets.get(field.id) === 'self')
  const ofItself = await addFields(
    change,
    id,
    own.map((field) => newField(source, field, new Map([[field.id, id]]))),
  )
  const byColumn = change.model.collections.get(id)?.fieldsByColumn
  const fields = new Map(kept.map((field) => [field.id, byColumn?.get(field.columnName)?.id]))
  const avatarId = collection.avatarFieldId === null ? undefined : fields.get(collection.avatarFieldId)
  if (avatarId !== undefined) await setAvatarField(change, id, avatarId)
  if (input.withCards) {
    await copyCards(change, source, id, fields)
    await addLinkBacks(change, [...copied, ...ofItself])
  }
  return { dataCollectionId: id, lists: lists.made }
}

/** Copies lists of the design. @returns the copies, and the team's list used for each source list */
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

/** Names are unique in a team: 'Party 2' if 'Party' is taken. */
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

type Target = number | 'self' | 'drop'

/** What each reference field refers to in the team. */
function targetsOf(
  { model }: ModelChange,
  source: Source,
  chosen: readonly FieldModel[],
  { links }: CreateFromBlueprint,
  lists: ReadonlyMap<number, number>,
): Map<number, Target> {
  const targets = new Map<number, Target>()
  for (const field of chosen) {
    const target = targetOfField(source.model, field)
    if (target?.isUsedAsCustomList) targets.set(field.id, lists.get(target.id) ?? 'drop')
    else if (isLink(source.model, field)) {
      const at = links.findIndex(({ dataFieldId }) => dataFieldId === field.id)
      const to = links[at]?.to ?? 'drop'
      if (typeof to === 'number' && model.collections.get(to)?.deletedAt !== null) {
        throw invalid(`links.${at}.to`, 'unknown_collection')
      }
      targets.set(field.id, to)
    }
  }
  return targets
}

function newField(source: Source, field: FieldModel, targets: ReadonlyMap<number, Target>): NewField {
  const target = targets.get(field.id)
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
    // A default would name something of the other team, or of another list.
    defaultValue: refers || field.type.family === 'file' ? null : field.defaultValue,
    settings:
      typeof target === 'number' && targetOfField(source.model, field)
        ? { ...field.settings, [key]: target }
        : field.settings,
  }
}

/** Copies cards that are not empty without the dropped fields, and the groups that have such cards. */
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
    // A table's columns are fields of the linked collection, so they exist only if that is the same one.
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

/** A field of the linked collection, if the copied link has the same target. */
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
