/** Rules of views: who sees and changes them, and how updates keep what the caller does not see. */

import { AppError } from '@muster/contract/errors'
import { publicOptions, savedByAll } from '@muster/contract/views/views.rules'
import type { CreateView, DataView as SavedView, UpdateView } from '@muster/contract/views/views.schema'
import { newOrder } from '../../engine/public.design.ts'
import {
  accessOf,
  canDesign,
  changeModel,
  collectionOf,
  type ModelChange,
  type ModelDeps,
  type TeamModel,
  type ViewModel,
} from '../../engine/public.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { checkPublicView } from './check-public-view.ts'
import { checkView } from './check-view.ts'
import { isVisible, mayDesign, maySave, presentView } from './present-view.ts'
import { scopeCss } from './scope-css.ts'
import { knownFields } from './view-fields.ts'
import {
  deleteView,
  insertView,
  setDateInfo,
  setDisplayedFields,
  setFilterFields,
  setViewRanks,
  updateViewRow,
} from './views.repo.ts'

/** @throws AppError not_found for a collection that the caller neither reads nor designs */
export async function listViews(
  deps: ModelDeps,
  teamUser: TeamUser,
  dataCollectionId: number | undefined,
): Promise<SavedView[]> {
  const model = await deps.models.get(teamUser.teamId)
  if (dataCollectionId !== undefined) {
    collectionOf(model, dataCollectionId)
    const isSeen = canDesign(teamUser) || accessOf(model, teamUser, dataCollectionId)
    if (!isSeen) throw new AppError('not_found')
  }
  return [...model.views.values()]
    .filter((view) => dataCollectionId === undefined || view.dataCollectionId === dataCollectionId)
    .flatMap((view) => presentView(model, teamUser, view) ?? [])
}

/** @throws AppError not_found */
export async function getView(deps: ModelDeps, teamUser: TeamUser, id: number): Promise<SavedView> {
  return viewFor(await deps.models.get(teamUser.teamId), teamUser, id)
}

/** A view as the caller sees it. @throws AppError not_found */
export function viewFor(model: TeamModel, teamUser: TeamUser, id: number): SavedView {
  const view = model.views.get(id)
  const presented = view ? presentView(model, teamUser, view) : null
  if (!presented) throw new AppError('not_found')
  return presented
}

/** The stored view. @throws AppError not_found, also if the caller may not see it */
export function viewOf(model: TeamModel, teamUser: TeamUser, id: number): ViewModel {
  const view = model.views.get(id)
  if (!view || !isVisible(teamUser, view) || !knownFields(model, teamUser, view.dataCollectionId)) {
    throw new AppError('not_found')
  }
  return view
}

/** @throws AppError validation_failed, filter_invalid, name_taken, access_denied */
export async function createView(deps: ModelDeps, teamUser: TeamUser, input: CreateView): Promise<SavedView> {
  const id = await changeModel(deps, teamUser.teamId, (change) => addView(change, teamUser, input))
  return getView(deps, teamUser, id)
}

/** Runs within a change of the model, and reloads it. */
export async function addView(change: ModelChange, teamUser: TeamUser, input: CreateView): Promise<number> {
  const { client, model } = change
  const { dataCollectionId, displayedFields, filterFields, calendarDateInfo, ...row } = input
  if (!canDesign(teamUser) && (input.sharing !== 'personal' || input.isVisibleExternally)) {
    throw new AppError('access_denied')
  }
  // The wizard of a copied form asks what the original asks.
  const form = { ...row.form, dataWizardId: null }
  const ownedBy = teamUser.teamUserId === 0 ? null : teamUser.teamUserId
  checkView(model, teamUser, { id: null, dataCollectionId, sharing: input.sharing, ownedBy }, input)
  checkPublicView(model, teamUser, dataCollectionId, null, input)
  const id = await insertView(client, model.teamId, dataCollectionId, { ...row, form, ownedBy })
  await updateViewRow(client, id, scopedCss(id, input))
  if (displayedFields.length > 0) await setDisplayedFields(client, id, displayedFields)
  if (filterFields.length > 0) await setFilterFields(client, id, filterFields)
  if (calendarDateInfo.length > 0) await setDateInfo(client, id, calendarDateInfo)
  await change.reload()
  return id
}

/** @throws AppError validation_failed for a style sheet that is invalid or not allowed */
function scopedCss(id: number, { internalCss, externalCss }: UpdateView): Record<string, string> {
  return {
    ...(internalCss !== undefined && { scopedInternalCss: scopeCss(internalCss, id, 'internalCss') }),
    ...(externalCss !== undefined && { scopedExternalCss: scopeCss(externalCss, id, 'externalCss') }),
  }
}

/** @throws AppError not_found, access_denied, validation_failed, filter_invalid, name_taken */
export async function updateView(
  deps: ModelDeps,
  teamUser: TeamUser,
  id: number,
  body: UpdateView,
): Promise<SavedView> {
  await changeModel(deps, teamUser.teamId, async ({ client, model }) => {
    const view = viewOf(model, teamUser, id)
    const shown = viewFor(model, teamUser, id)
    const input = changesOf(shown, body)
    if (!mayDesign(teamUser, view)) checkMaySave(teamUser, view, shown, input)
    checkMayShare(teamUser, view, input)
    const sharing = input.sharing ?? view.sharing
    const ownedBy = becomesOwn(view, sharing) ? teamUser.teamUserId : view.ownedBy
    checkView(model, teamUser, { id, dataCollectionId: view.dataCollectionId, sharing, ownedBy }, input)
    checkPublicView(model, teamUser, view.dataCollectionId, view, input)
    const { displayedFields, filterFields, calendarDateInfo, ...row } = input
    await updateViewRow(client, id, { ...row, ...scopedCss(id, input), ownedBy })
    if (displayedFields) {
      await setDisplayedFields(client, id, [
        ...displayedFields,
        ...hidden(view.displayedFields, shown.displayedFields),
      ])
    }
    if (filterFields) {
      await setFilterFields(client, id, [...filterFields, ...hidden(view.filterFields, shown.filterFields)])
    }
    if (calendarDateInfo) await setDateInfo(client, id, calendarDateInfo)
  })
  return getView(deps, teamUser, id)
}

const becomesOwn = (view: ViewModel, sharing: SavedView['sharing']): boolean =>
  sharing === 'personal' && view.sharing !== 'personal'

/** Entries hidden from the caller (in the trash, or not readable) are kept after the visible ones. */
function hidden<Entry extends { dataFieldId: number }>(
  all: readonly Entry[],
  seen: readonly Entry[],
): Entry[] {
  const known = new Set(seen.map(({ dataFieldId }) => dataFieldId))
  return all.filter(({ dataFieldId }) => !known.has(dataFieldId))
}

/** The changed properties only: clients may send the whole view. */
function changesOf(view: SavedView, input: UpdateView): UpdateView {
  return Object.fromEntries(
    Object.entries(input).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(view[key as keyof SavedView]),
    ),
  )
}

function checkMaySave(teamUser: TeamUser, view: ViewModel, shown: SavedView, input: UpdateView): void {
  const keys = Object.keys(input) as (keyof UpdateView)[]
  const options = input.displayOptions
  const changesPublicOptions =
    options && publicOptions.some((key) => options[key] !== shown.displayOptions[key])
  const isAllowed = maySave(teamUser, view) && shown.canSave && keys.every((key) => savedByAll.includes(key))
  if (!isAllowed || changesPublicOptions) throw new AppError('access_denied')
}

/** Only designers may share a view or make it public. */
function checkMayShare(teamUser: TeamUser, view: ViewModel, input: UpdateView): void {
  if (canDesign(teamUser)) return
  const isShared = input.sharing !== undefined && input.sharing !== view.sharing
  if (isShared || input.isVisibleExternally) throw new AppError('access_denied')
}

/** @throws AppError not_found, access_denied */
export async function removeView(deps: ModelDeps, teamUser: TeamUser, id: number): Promise<{ id: number }> {
  await changeModel(deps, teamUser.teamId, async ({ client, model }) => {
    if (!mayDesign(teamUser, viewOf(model, teamUser, id))) throw new AppError('access_denied')
    await deleteView(client, id)
  })
  return { id }
}

const idsOf = (views: readonly ViewModel[]): number[] => views.map(({ id }) => id)

/** Views that are not listed come after the others, in their previous order. */
export async function reorderViews(
  deps: ModelDeps,
  teamUser: TeamUser,
  dataCollectionId: number,
  ids: readonly number[],
): Promise<SavedView[]> {
  await changeModel(deps, teamUser.teamId, async ({ client, model }) => {
    collectionOf(model, dataCollectionId)
    const all = [...model.views.values()].filter((view) => view.dataCollectionId === dataCollectionId)
    const seen = all.filter((view) => isVisible(teamUser, view))
    await setViewRanks(client, newOrder(idsOf(all), ids, { path: 'dataViewIds', mayName: idsOf(seen) }))
  })
  return listViews(deps, teamUser, dataCollectionId)
}
