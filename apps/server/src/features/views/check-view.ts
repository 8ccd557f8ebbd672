/** Validates a view: its name, its fields and their types, its filter and order; each error has its path. */

import { AppError, type FieldError } from '@muster/contract/errors'
import { dateInfoKinds, displayOptionFieldKinds, fitsView } from '@muster/contract/views/views.rules'
import type { UpdateView } from '@muster/contract/views/views.schema'
import { filterToSql, orderOf } from '../../engine/public.sql.ts'
import {
  type Caller,
  canDesign,
  everything,
  scopeOf,
  type TeamModel,
  treeContext,
  type ViewModel,
} from '../../engine/public.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { type KnownFields, knownFields, viewFieldKeys } from './view-fields.ts'

/** The properties of a stored or new view that the checks need. */
export type CheckedView = Pick<ViewModel, 'dataCollectionId' | 'sharing' | 'ownedBy'> & { id: number | null }

/**
 * Checks the settings in a request.
 * @throws AppError validation_failed, filter_invalid, name_taken
 */
export function checkView(model: TeamModel, teamUser: TeamUser, view: CheckedView, input: UpdateView): void {
  const known = knownFields(model, teamUser, view.dataCollectionId)
  if (!known) throw invalid([{ path: 'dataCollectionId', code: 'unknown_collection' }])
  if (known.size === 0) throw invalid([{ path: 'dataCollectionId', code: 'view_without_fields' }])
  const errors = [
    ...checkName(input),
    ...checkKeys(known, input),
    ...checkList(known, 'displayedFields', input.displayedFields),
    ...checkList(known, 'filterFields', input.filterFields),
    ...checkDateInfo(model, teamUser, input.calendarDateInfo),
  ]
  if (errors.length > 0) throw invalid(errors)
  checkQuery(model, teamUser, view.dataCollectionId, input)
  if (input.internalName !== undefined || input.sharing !== undefined) {
    checkIsFree(model, view, input.internalName)
  }
}

function invalid(errors: FieldError[]): AppError {
  return new AppError('validation_failed', { errors })
}

function checkName({ recordNameDataFieldId }: UpdateView): FieldError[] {
  return recordNameDataFieldId === null
    ? [{ path: 'recordNameDataFieldId', code: 'view_name_field_missing' }]
    : []
}

function checkKeys(known: KnownFields, input: UpdateView): FieldError[] {
  const named = viewFieldKeys.map((key) => ({ key, path: key as string, id: input[key] }))
  const options = (Object.keys(displayOptionFieldKinds) as (keyof typeof displayOptionFieldKinds)[]).map(
    (key) => ({ key, path: `displayOptions.${key}`, id: input.displayOptions?.[key] }),
  )
  return [...named, ...options].flatMap(({ key, path, id }): FieldError[] => {
    if (id === undefined || id === null) return []
    const field = known.get(id)
    if (!field) return [{ path, code: 'view_field_gone' }]
    return fitsView(key, field.dataType) ? [] : [{ path, code: 'view_field_kind' }]
  })
}

function checkList(
  known: KnownFields,
  path: 'displayedFields' | 'filterFields',
  entries: readonly { dataFieldId: number }[] | undefined,
): FieldError[] {
  const seen = new Set<number>()
  return (entries ?? []).flatMap(({ dataFieldId }, index): FieldError[] => {
    const at = `${path}.${index}.dataFieldId`
    if (!known.has(dataFieldId)) return [{ path: at, code: 'view_field_gone' }]
    if (seen.has(dataFieldId)) return [{ path: at, code: 'not_unique' }]
    seen.add(dataFieldId)
    return []
  })
}

function checkDateInfo(
  model: TeamModel,
  teamUser: TeamUser,
  infos: UpdateView['calendarDateInfo'],
): FieldError[] {
  return (infos ?? []).flatMap((info, index): FieldError[] => {
    const at = `calendarDateInfo.${index}`
    const known = knownFields(model, teamUser, info.dataCollectionId)
    if (!known) return [{ path: `${at}.dataCollectionId`, code: 'unknown_collection' }]
    const parts = [
      { path: `${at}.dateDataFieldId`, id: info.dateDataFieldId, kinds: dateInfoKinds.date },
      { path: `${at}.imageDataFieldId`, id: info.imageDataFieldId, kinds: dateInfoKinds.image },
    ]
    return parts.flatMap(({ path, id, kinds }): FieldError[] => {
      if (id === null) return []
      const field = known.get(id)
      if (!field) return [{ path, code: 'view_field_gone' }]
      return kinds.includes(field.dataType) ? [] : [{ path, code: 'view_field_kind' }]
    })
  })
}

/** Validates by compiling. Designers may use every field, even those they may not read. */
function checkQuery(
  model: TeamModel,
  teamUser: TeamUser,
  dataCollectionId: number,
  { filter, sort, displayOptions }: UpdateView,
): void {
  const caller: Caller = canDesign(teamUser) ? everything : teamUser
  const scope = scopeOf(treeContext({ model, caller }, dataCollectionId))
  if (filter) filterToSql(filter, { ...scope, caller: teamUser })
  if (sort) orderOf(sort, scope)
  for (const [n, rule] of (displayOptions?.rowColors ?? []).entries()) {
    atPath(`displayOptions.rowColors.${n}`, () => filterToSql(rule.filter, { ...scope, caller: teamUser }))
  }
}

/** Errors of a filter say where in the view it is. */
function atPath(path: string, work: () => unknown): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError(error.code, {
      errors: error.errors.map((one) => ({ ...one, path: `${path}.${one.path}` })),
    })
  }
}

/** Names are unique among the views a person sees; two people may have personal views of the same name. */
function checkIsFree(model: TeamModel, view: CheckedView, internalName: string | undefined): void {
  const name = (internalName ?? model.views.get(view.id ?? 0)?.internalName ?? '').toLowerCase()
  const isTaken = [...model.views.values()].some(
    (other) =>
      other.id !== view.id &&
      other.internalName.toLowerCase() === name &&
      (other.sharing === 'personal'
        ? view.sharing === 'personal' && other.ownedBy === view.ownedBy
        : view.sharing !== 'personal'),
  )
  if (!isTaken) return
  throw new AppError('name_taken', { errors: [{ path: 'internalName', code: 'view_name_taken' }] })
}
