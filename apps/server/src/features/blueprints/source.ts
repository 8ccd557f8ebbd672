/** A design that the caller may copy, and its contents. */

import type { Blueprint, BlueprintDetail } from '@muster/contract/blueprints/blueprints.schema'
import { AppError } from '@muster/contract/errors'
import {
  accessOf,
  type CardModel,
  type CollectionModel,
  type Deps,
  type FieldModel,
  type RecordReader,
  type TeamModel,
} from '../../engine/public.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { teamNameOfOffered } from './blueprints.repo.ts'

export interface Source {
  model: TeamModel
  collection: CollectionModel
  /** Null for the caller's own team. */
  teamName: string | null
}

/** @throws AppError not_found if it is not a design, or not offered to the caller */
export async function sourceOf(
  deps: Pick<Deps, 'pool' | 'models'>,
  teamUser: TeamUser,
  sourceTeamId: number,
  dataCollectionId: number,
): Promise<Source> {
  const isOwn = sourceTeamId === teamUser.teamId
  const teamName = isOwn ? null : await teamNameOfOffered(deps.pool, sourceTeamId, dataCollectionId)
  if (!isOwn && teamName === null) throw new AppError('not_found')
  const model = await deps.models.get(sourceTeamId)
  const collection = model.collections.get(dataCollectionId)
  if (!collection || !canBeCopied(collection)) throw new AppError('not_found')
  return { model, collection, teamName }
}

/** Whether a collection is a root designed by users. */
export function canBeCopied(collection: CollectionModel): boolean {
  const { parentId, deletedAt, isInternalConfiguration, isUsedAsCustomList } = collection
  return parentId === null && !deletedAt && !isInternalConfiguration && !isUsedAsCustomList
}

export function presentBlueprint({ model, collection, teamName }: Source): Blueprint {
  const { id, name, pluralName, description, icon, isBlueprint, fields } = collection
  const { blueprintMarketplacePrice: amount, blueprintMarketplaceCurrency: currency } = collection
  return {
    idTeam: model.teamId,
    teamName,
    dataCollectionId: id,
    name,
    pluralName,
    description,
    icon,
    fieldCount: fields.length,
    isBlueprint,
    price: teamName !== null && amount && currency !== null ? { amount, currency } : null,
  }
}

/** The list that a field chooses from, or the collection that it links to; null for neither. */
export function targetOfField(model: TeamModel, { type, settings }: FieldModel): CollectionModel | null {
  const reference = type.refersTo?.(settings)
  if (reference?.to !== 'record' || reference.collectionId === null) return null
  return model.collections.get(reference.collectionId) ?? null
}

/** A link without a target collection may lead to any record, so it needs no decision. */
export const isLink = (model: TeamModel, field: FieldModel): boolean =>
  field.type.family === 'reference' && targetOfField(model, field) !== null

/** Cards on the records' own pages; reverse cards belong to the other collection. */
export function cardsOf({ model, collection }: Source): CardModel[] {
  return [...model.cards.values()].filter(
    (card) => card.dataCollectionId === collection.id && !card.isReverse,
  )
}

/**
 * Reads the items of a design's lists: the caller in their own team, where roles may hide items, and an
 * unrestricted reader for the design that another team offers with its lists.
 */
export function itemReader(teamUser: TeamUser, sourceTeamId: number): TeamUser {
  if (sourceTeamId === teamUser.teamId) return teamUser
  return {
    kind: 'team_user',
    teamId: sourceTeamId,
    teamUserId: 0,
    isTeamAdmin: true,
    userRoleIds: [],
    featurePermissions: [],
  }
}

export async function presentDetail(
  reader: RecordReader,
  teamUser: TeamUser,
  source: Source,
): Promise<BlueprintDetail> {
  const { model, collection } = source
  const isOwn = model.teamId === teamUser.teamId
  const lists = new Map<number, CollectionModel>()
  for (const field of collection.fields) {
    const target = targetOfField(model, field)
    if (target?.isUsedAsCustomList) lists.set(target.id, target)
  }
  const caller = itemReader(teamUser, model.teamId)
  const counts = await reader.countEach(
    caller,
    [...lists.keys()].filter((id) => accessOf(model, caller, id)),
  )
  return {
    ...presentBlueprint(source),
    fields: collection.fields.map((field) => {
      const target = targetOfField(model, field)
      return {
        dataFieldId: field.id,
        title: field.title,
        titleTranslations: field.titleTranslations,
        dataType: field.dataType,
        isName: field.id === collection.nameFieldId,
        listId: target?.isUsedAsCustomList ? target.id : null,
        isLink: isLink(model, field),
      }
    }),
    lists: [...lists.values()].map(({ id, pluralName }) => ({
      dataCollectionId: id,
      pluralName,
      itemCount: counts.get(id)?.total ?? 0,
    })),
    links: collection.fields
      .filter((field) => isLink(model, field))
      .map((field) => {
        const target = targetOfField(model, field) as CollectionModel
        return {
          dataFieldId: field.id,
          title: field.title,
          titleTranslations: field.titleTranslations,
          pluralName: target.pluralName,
          dataCollectionId: isOwn && !target.deletedAt ? target.id : null,
          isSelf: target.homeId === collection.id,
        }
      }),
    cards: cardsOf(source).map(({ id, title }) => ({ dataCardId: id, title })),
    cardGroups: [...model.cardGroups.values()]
      .filter((group) => group.dataCollectionId === collection.id)
      .map(({ id, name }) => ({ dataCardGroupId: id, name })),
  }
}
