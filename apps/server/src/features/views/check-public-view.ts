/**
 * Visitors see all records of a public view, with the fields that it uses. Anyone who makes it public must be
 * able to read those fields in every record: designers must not get access to values that their roles hide.
 */
import { AppError } from '@muster/contract/errors'
import { conditionsIn } from '@muster/contract/filters/explain'
import { viewTypes } from '@muster/contract/views/types/index'
import { displayOptionFieldKinds } from '@muster/contract/views/views.rules'
import type { DisplayOptions, UpdateView } from '@muster/contract/views/views.schema'
import { readsAllOf, readsEverywhere } from '../../engine/public.sql.ts'
import { homeOf, type TeamModel, type ViewModel } from '../../engine/public.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { viewFieldKeys } from './view-fields.ts'

/** A setting that uses a field the caller may not read, and the field's title. */
interface Hidden {
  path: string
  title: string
}

/**
 * @param before the stored view, null for a new one; if it is public already, only the changes are checked
 * @throws AppError validation_failed: `not_readable` at each changed setting or, if the view becomes public,
 * `shows_unreadable` with the titles of the fields; `view_type_not_public` for a type that shows no records
 */
export function checkPublicView(
  model: TeamModel,
  teamUser: TeamUser,
  dataCollectionId: number,
  before: ViewModel | null,
  input: UpdateView,
): void {
  const wasPublic = before?.isVisibleExternally === true
  if (!(input.isVisibleExternally ?? wasPublic)) return
  const type = input.type ?? before?.type
  if (type && viewTypes[type].reads === 'nothing') {
    throw new AppError('validation_failed', {
      errors: [{ path: 'isVisibleExternally', code: 'view_type_not_public' }],
    })
  }
  const settings = wasPublic ? input : { ...(before as UpdateView | null), ...input }
  const hidden = [
    ...hiddenFields(model, teamUser, fieldsIn(model, dataCollectionId, settings)),
    ...hiddenInFilter(model, teamUser, dataCollectionId, settings),
  ]
  if (hidden.length === 0) return
  const fields = [...new Set(hidden.map(({ title }) => title))].join(', ')
  throw new AppError('validation_failed', {
    errors: wasPublic
      ? hidden.map(({ path }) => ({ path, code: 'not_readable' }))
      : [{ path: 'isVisibleExternally', code: 'shows_unreadable', params: { fields } }],
  })
}

/**
 * The fields that settings use, with their paths. Sort fields count: the order of records reveals their
 * values.
 */
function fieldsIn(
  model: TeamModel,
  dataCollectionId: number,
  settings: UpdateView,
): { path: string; id: number | null | undefined }[] {
  const options: Partial<DisplayOptions> = settings.displayOptions ?? {}
  const optionKeys = Object.keys(displayOptionFieldKinds) as (keyof typeof displayOptionFieldKinds)[]
  const collection = model.collections.get(dataCollectionId)
  const columns = collection && homeOf(model, collection).fieldsByColumn
  return [
    ...viewFieldKeys.map((key) => ({ path: key, id: settings[key] })),
    ...optionKeys.map((key) => ({ path: `displayOptions.${key}`, id: options[key] })),
    ...(['displayedFields', 'filterFields'] as const).flatMap((list) =>
      (settings[list] ?? []).map(({ dataFieldId: id }, at) => ({ path: `${list}.${at}.dataFieldId`, id })),
    ),
    ...(settings.calendarDateInfo ?? []).flatMap((info, at) =>
      (['dateDataFieldId', 'imageDataFieldId'] as const).map((key) => ({
        path: `calendarDateInfo.${at}.${key}`,
        id: info[key],
      })),
    ),
    ...(settings.sort ?? []).map(({ field }, at) => ({
      path: `sort.${at}.field`,
      id: columns?.get(field)?.id,
    })),
  ]
}

/** Deleted fields are ignored. */
function hiddenFields(
  model: TeamModel,
  teamUser: TeamUser,
  named: readonly { path: string; id: number | null | undefined }[],
): Hidden[] {
  return named.flatMap(({ path, id }) => {
    const field = model.fields.get(id ?? 0)
    return !field || readsEverywhere(model, teamUser, field) ? [] : [{ path, title: field.title }]
  })
}

/** Filter fields count: the set of records reveals their values. */
function hiddenInFilter(
  model: TeamModel,
  teamUser: TeamUser,
  dataCollectionId: number,
  { filter }: UpdateView,
): Hidden[] {
  const collection = model.collections.get(dataCollectionId)
  if (!filter || !collection) return []
  const { fieldsByColumn } = homeOf(model, collection)
  return conditionsIn(filter)
    .filter((condition) => !readsAllOf(model, teamUser, dataCollectionId, condition))
    .map(({ field }) => ({ path: 'filter', title: fieldsByColumn.get(field)?.title ?? field }))
}
