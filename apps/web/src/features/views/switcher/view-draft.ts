/** A view while its dialog is open: its name, its kind and the fields that the kind requires. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import { firstFitting, fitsView, hasPicture } from '@muster/contract/views/views.rules'
import type { CreateView, ViewSharing } from '@muster/contract/views/views.schema'
import type { NeededKey, ViewKind } from '../types/definition.ts'
import { kindOf, ofKind, viewKinds } from '../types/index.ts'

export interface ViewDraft {
  internalName: string
  kind: ViewKind
  sharing: ViewSharing
  groupDataFieldId: number | null
  eventStartDataFieldId: number | null
  eventEndDataFieldId: number | null
  mapLocationDataFieldId: number | null
}

export const isOptional = (key: NeededKey): boolean => key === 'eventEndDataFieldId'

/** Whether a field can provide the columns of a board: single values from a small set. */
export function canBeColumns({ dataType, settings }: DataField): boolean {
  const type = fieldType(dataType)
  if (type.storage === 'boolean' || type.choices) return true
  return type.storage === 'id' && type.refersTo?.(settings).to === 'record'
}

/** The fields that can be chosen for a setting of a draft. */
export function fieldsFor(key: NeededKey, fields: readonly DataField[]): readonly DataField[] {
  return fields.filter((field) =>
    key === 'groupDataFieldId' ? canBeColumns(field) : fitsView(key, field.dataType),
  )
}

/** A default where there is only one option, or an obvious one. */
export function withKind(draft: ViewDraft, kind: ViewKind, fields: readonly DataField[]): ViewDraft {
  const chosen = viewKinds[kind].needs.flatMap((key) => {
    const fitting = fieldsFor(key, fields)
    const isKnown = fitting.some(({ id }) => id === draft[key])
    return isKnown || isOptional(key) ? [] : [[key, firstFitting(fitting)?.id ?? null]]
  })
  return { ...draft, kind, ...Object.fromEntries(chosen) }
}

export const draftOf = (view: CreateView): ViewDraft => ({
  internalName: view.internalName,
  kind: kindOf(view),
  sharing: view.sharing,
  groupDataFieldId: view.displayOptions.groupDataFieldId,
  eventStartDataFieldId: view.eventStartDataFieldId,
  eventEndDataFieldId: view.eventEndDataFieldId,
  mapLocationDataFieldId: view.mapLocationDataFieldId,
})

/** The draft on top of the initial settings. */
export function settingsOfDraft(start: CreateView, draft: ViewDraft, fields: readonly DataField[]) {
  const { type, displayOptions } = ofKind(draft.kind, start.displayOptions)
  const kind = viewKinds[draft.kind]
  const ifNeeded = (key: NeededKey) => (kind.needs.includes(key) ? draft[key] : null)
  const picture = fields.find(hasPicture)
  return {
    internalName: draft.internalName.trim(),
    sharing: draft.sharing,
    type,
    displayOptions: {
      ...displayOptions,
      ...(kind.groups === null ? { groupDataFieldId: null, thenGroupBy: [] } : {}),
      ...(kind.groups === 'columns'
        ? { groupDataFieldId: draft.groupDataFieldId, thenGroupBy: [], groupPeriod: null }
        : {}),
      // A gallery is for pictures: the first picture field, until another is chosen.
      ...(kind.prefersPicture && displayOptions.imageDataFieldId === null
        ? { imageDataFieldId: picture?.id ?? null }
        : {}),
    },
    eventStartDataFieldId: ifNeeded('eventStartDataFieldId'),
    eventEndDataFieldId: ifNeeded('eventEndDataFieldId'),
    mapLocationDataFieldId: ifNeeded('mapLocationDataFieldId'),
  }
}
