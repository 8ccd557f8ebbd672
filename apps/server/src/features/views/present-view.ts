/** A view as one reader sees it: only with existing fields that they know. */

import { isSystemField } from '@muster/contract/filters/subjects'
import { formSchema } from '@muster/contract/views/types/form'
import { displayOptionFieldKinds, fitsView } from '@muster/contract/views/views.rules'
import { displayOptionsSchema, type DataView as SavedView } from '@muster/contract/views/views.schema'
import { fieldOfKey } from '../../engine/public.design.ts'
import { canDesign, type TeamModel, type ViewModel } from '../../engine/public.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import {
  isBrokenView,
  type KnownFields,
  knownFields,
  mayKnow,
  viewFieldKeys,
  withoutUnknown,
} from './view-fields.ts'

/** Null if the caller may not see it. */
export function presentView(model: TeamModel, teamUser: TeamUser, view: ViewModel): SavedView | null {
  const known = isVisible(teamUser, view) ? knownFields(model, teamUser, view.dataCollectionId) : null
  if (!known) return null
  const { scopedExternalCss: _scoped, ...stored } = view
  const columns = new Set([...known.values()].map(({ columnName }) => columnName))
  const cut = view.filter ? withoutUnknown(view.filter, columns) : undefined
  const sort = view.sort.filter(({ field }) => isSystemField(field) || columns.has(field))
  const { rowColors: rules } = displayOptionsSchema.parse(view.displayOptions)
  const rowColors = rules.filter(({ filter }) => mayKnow(model, teamUser, view.dataCollectionId, filter))
  return {
    ...stored,
    ...Object.fromEntries(
      viewFieldKeys.map((key) => [key, knownId(known, fieldOfKey(model, view, key)?.id ?? null)]),
    ),
    filter: cut ?? view.filter,
    sort,
    displayOptions: { ...shownOptions(known, view), rowColors },
    form: formSchema.parse(view.form),
    displayedFields: view.displayedFields.filter(({ dataFieldId }) => known.has(dataFieldId)),
    filterFields: view.filterFields.filter(({ dataFieldId }) => known.has(dataFieldId)),
    calendarDateInfo: view.calendarDateInfo.filter((info) => {
      const fields = knownFields(model, teamUser, info.dataCollectionId)
      return fields?.has(info.dateDataFieldId)
    }),
    // Saving would remove the parts of the filter, order and colours that the caller does not see.
    canSave:
      maySave(teamUser, view) &&
      cut === undefined &&
      sort.length === view.sort.length &&
      rowColors.length === rules.length,
    canDesign: mayDesign(teamUser, view),
    isBroken: isBrokenView(model, view),
    updatedAt: new Date(view.updatedAt).toISOString(),
  }
}

/** Only its owner sees a personal view. */
export function isVisible(teamUser: TeamUser, { sharing, ownedBy }: ViewModel): boolean {
  return sharing !== 'personal' || ownedBy === teamUser.teamUserId
}

export function mayDesign(teamUser: TeamUser, { sharing }: ViewModel): boolean {
  return sharing === 'personal' || canDesign(teamUser)
}

/** Only designers may change public and locked views. */
export function maySave(teamUser: TeamUser, view: ViewModel): boolean {
  return mayDesign(teamUser, view) || (view.sharing === 'shared' && !view.isVisibleExternally)
}

function knownId(known: KnownFields, id: number | null): number | null {
  return id !== null && known.has(id) ? id : null
}

function shownOptions(known: KnownFields, view: ViewModel): SavedView['displayOptions'] {
  const options = displayOptionsSchema.parse(view.displayOptions)
  for (const key of Object.keys(displayOptionFieldKinds) as (keyof typeof displayOptionFieldKinds)[]) {
    const field = known.get(options[key] ?? 0)
    options[key] = field && fitsView(key, field.dataType) ? field.id : null
  }
  return options
}
