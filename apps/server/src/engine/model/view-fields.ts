/** The fields that a view's settings name. */
import { fitsView, type ViewFieldKey } from '@muster/contract/views/views.rules'
import type { FieldModel, TeamModel, ViewModel } from './model.ts'

/** The field that a view's setting names; null if it is deleted, does not fit, or belongs to another tree. */
export function fieldOfKey(
  model: TeamModel,
  view: Pick<ViewModel, ViewFieldKey | 'dataCollectionId'>,
  key: ViewFieldKey,
): FieldModel | null {
  const id = view[key]
  const field = id === null ? undefined : model.fields.get(id)
  if (!field || field.deletedAt || !fitsView(key, field.dataType)) return null
  return model.collections.get(view.dataCollectionId)?.homeId === field.dataCollectionId ? field : null
}
