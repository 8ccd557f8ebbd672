/** Cards and card groups: who sees their definitions, and how they change. */

import type {
  CreateCard,
  CreateGroup,
  DataCard,
  DataCardGroup,
  UpdateCard,
  UpdateGroup,
} from '@muster/contract/cards/cards.schema'
import { AppError } from '@muster/contract/errors'
import { newOrder } from '../../engine/public.design.ts'
import {
  accessOf,
  type CardGroupModel,
  type CardModel,
  canDesign,
  changeModel,
  collectionOf,
  invalid,
  type ModelChange,
  type ModelDeps,
  type TeamModel,
} from '../../engine/public.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import {
  deleteCard,
  deleteGroup,
  insertCard,
  insertGroup,
  setCardFields,
  setCardsOfGroup,
  setGroupRanks,
  setGroupsOfCard,
  updateCardRow,
  updateGroupRow,
} from './cards.repo.ts'
import { checkCard, checkCards, checkGroups, withAncestors } from './check-card.ts'
import { definitionOf, presentCard, shownCard } from './shown.ts'

/** @throws AppError not_found for a collection that the caller neither reads nor designs */
export async function listCards(
  deps: ModelDeps,
  teamUser: TeamUser,
  dataCollectionId: number,
): Promise<DataCard[]> {
  const model = await deps.models.get(teamUser.teamId)
  checkVisible(model, teamUser, dataCollectionId)
  const usable = withAncestors(model, dataCollectionId)
  return [...model.cards.values()]
    .filter((card) => usable.includes(card.dataCollectionId))
    .flatMap((card) => {
      const presented = presentCard(model, card)
      if (canDesign(teamUser)) return [presented]
      const shown = shownCard(model, teamUser, definitionOf(card))
      if (!shown) return []
      const { fieldsShown, fieldsShownAsColumns } = shown
      return [{ ...presented, fieldsShown, fieldsShownAsColumns }]
    })
}

export async function listGroups(
  deps: ModelDeps,
  teamUser: TeamUser,
  dataCollectionId: number,
): Promise<DataCardGroup[]> {
  const model = await deps.models.get(teamUser.teamId)
  checkVisible(model, teamUser, dataCollectionId)
  const seen = new Set((await listCards(deps, teamUser, dataCollectionId)).map(({ id }) => id))
  const isDesigner = canDesign(teamUser)
  return (
    groupsOf(model, dataCollectionId)
      .map((group) => ({ all: group.dataCardIds, shown: presentGroup(group, seen) }))
      // As on a record page, a group whose cards are all hidden is hidden too.
      .filter(({ all, shown }) => isDesigner || shown.dataCardIds.length > 0 || all.length === 0)
      .map(({ shown }) => shown)
  )
}

function checkVisible(model: TeamModel, teamUser: TeamUser, dataCollectionId: number): void {
  collectionOf(model, dataCollectionId)
  if (!canDesign(teamUser) && !accessOf(model, teamUser, dataCollectionId)) throw new AppError('not_found')
}

const groupsOf = (model: TeamModel, id: number): CardGroupModel[] =>
  [...model.cardGroups.values()].filter(({ dataCollectionId }) => dataCollectionId === id)

const presentGroup = (group: CardGroupModel, seen: ReadonlySet<number>): DataCardGroup => ({
  ...group,
  dataCardIds: group.dataCardIds.filter((id) => seen.has(id)),
})

/** @throws AppError not_found, also when its collection is in the trash */
export function cardOf(model: TeamModel, id: number): CardModel {
  const card = model.cards.get(id)
  if (!card) throw new AppError('not_found')
  collectionOf(model, card.dataCollectionId)
  return card
}

function groupOf(model: TeamModel, id: number): CardGroupModel {
  const group = model.cardGroups.get(id)
  if (!group) throw new AppError('not_found')
  collectionOf(model, group.dataCollectionId)
  return group
}

export async function createCard(
  deps: ModelDeps,
  { teamId }: TeamUser,
  input: CreateCard,
): Promise<DataCard> {
  const id = await changeModel(deps, teamId, (change) => addCard(change, input))
  return presented(deps, teamId, id)
}

async function presented(deps: ModelDeps, teamId: number, id: number): Promise<DataCard> {
  const model = await deps.models.get(teamId)
  return presentCard(model, cardOf(model, id))
}

/** Runs within a model change and reloads it. @throws AppError validation_failed */
export async function addCard(change: ModelChange, input: CreateCard): Promise<number> {
  const { client, model } = change
  const definition = { ...input, id: 0 }
  if (!isLiving(model, input.dataCollectionId)) throw invalid('dataCollectionId', 'unknown_collection')
  checkCard(model, definition)
  checkGroups(model, definition, input.dataCardGroupIds)
  const id = await insertCard(client, model.teamId, input.dataCollectionId, input)
  await setCardFields(client, id, false, input.fieldsShown)
  await setCardFields(client, id, true, input.fieldsShownAsColumns)
  await setGroupsOfCard(client, id, input.dataCardGroupIds)
  await change.reload()
  return id
}

const isLiving = (model: TeamModel, id: number): boolean => model.collections.get(id)?.deletedAt === null

export async function updateCard(
  deps: ModelDeps,
  { teamId }: TeamUser,
  id: number,
  input: UpdateCard,
): Promise<DataCard> {
  await changeModel(deps, teamId, async ({ client, model }) => {
    const definition = { ...definitionOf(cardOf(model, id)), ...input }
    checkCard(model, definition)
    await updateCardRow(client, id, input)
    if (input.fieldsShown) await setCardFields(client, id, false, input.fieldsShown)
    if (input.fieldsShownAsColumns) await setCardFields(client, id, true, input.fieldsShownAsColumns)
    if (!input.dataCardGroupIds) return
    checkGroups(model, definition, input.dataCardGroupIds)
    await setGroupsOfCard(client, id, input.dataCardGroupIds)
  })
  return presented(deps, teamId, id)
}

export async function removeCard(deps: ModelDeps, { teamId }: TeamUser, id: number): Promise<{ id: number }> {
  await changeModel(deps, teamId, async ({ client, model }) => {
    cardOf(model, id)
    await deleteCard(client, id)
  })
  return { id }
}

export async function createGroup(
  deps: ModelDeps,
  teamUser: TeamUser,
  input: CreateGroup,
): Promise<DataCardGroup> {
  const id = await changeModel(deps, teamUser.teamId, (change) => addGroup(change, input))
  return groupAfter(deps, teamUser, id)
}

async function groupAfter(deps: ModelDeps, { teamId }: TeamUser, id: number): Promise<DataCardGroup> {
  const { dataCardIds, ...group } = groupOf(await deps.models.get(teamId), id)
  return { ...group, dataCardIds: [...dataCardIds] }
}

/** Runs within a model change and reloads it. @throws AppError validation_failed */
export async function addGroup(change: ModelChange, input: CreateGroup): Promise<number> {
  const { client, model } = change
  if (!isLiving(model, input.dataCollectionId)) throw invalid('dataCollectionId', 'unknown_collection')
  checkCards(model, input.dataCollectionId, input.dataCardIds)
  const id = await insertGroup(client, model.teamId, input)
  await setCardsOfGroup(client, id, input.dataCardIds)
  await change.reload()
  return id
}

export async function updateGroup(
  deps: ModelDeps,
  teamUser: TeamUser,
  id: number,
  input: UpdateGroup,
): Promise<DataCardGroup> {
  await changeModel(deps, teamUser.teamId, async ({ client, model }) => {
    const group = groupOf(model, id)
    await updateGroupRow(client, id, input)
    if (!input.dataCardIds) return
    checkCards(model, group.dataCollectionId, input.dataCardIds)
    await setCardsOfGroup(client, id, input.dataCardIds)
  })
  return groupAfter(deps, teamUser, id)
}

export async function removeGroup(
  deps: ModelDeps,
  { teamId }: TeamUser,
  id: number,
): Promise<{ id: number }> {
  await changeModel(deps, teamId, async ({ client, model }) => {
    groupOf(model, id)
    await deleteGroup(client, id)
  })
  return { id }
}

/** Groups that are not listed follow the others in their existing order. */
export async function reorderGroups(
  deps: ModelDeps,
  teamUser: TeamUser,
  dataCollectionId: number,
  groupIds: readonly number[],
): Promise<DataCardGroup[]> {
  await changeModel(deps, teamUser.teamId, async ({ client, model }) => {
    collectionOf(model, dataCollectionId)
    const known = groupsOf(model, dataCollectionId).map(({ id }) => id)
    await setGroupRanks(client, newOrder(known, groupIds, { path: 'dataCardGroupIds' }))
  })
  return listGroups(deps, teamUser, dataCollectionId)
}
