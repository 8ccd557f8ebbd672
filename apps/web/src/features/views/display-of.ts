/** Derives from a view's settings, saved or not, what displays need to show its records. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Language } from '@muster/contract/paging'
import { viewTypes } from '@muster/contract/views/types/index'
import type { UpdateView } from '@muster/contract/views/views.schema'
import type { Display } from './source.ts'

/** All settings of a view. */
export type ViewSettings = Required<UpdateView>

/** Whether views of the type show records; a form only adds them. */
export const readsRecords = ({ type }: Pick<ViewSettings, 'type'>): boolean =>
  viewTypes[type].reads !== 'nothing'

export function displayOf(
  view: ViewSettings,
  /** Of the collection's tree; displayed fields that are not among them are dropped. */
  fields: readonly DataField[],
  reader: { language: Language; timeZone: string },
): Display {
  const byId = (id: number | null) => fields.find((field) => field.id === id) ?? null
  const { displayOptions: options, form } = view
  const nameField = byId(view.recordNameDataFieldId)
  return {
    options,
    fields: view.displayedFields.flatMap((shown) => {
      const field = byId(shown.dataFieldId)
      return field ? [{ field, shown }] : []
    }),
    nameColumn: nameField?.columnName ?? null,
    nameField,
    imageField: byId(options.imageDataFieldId),
    colorField: byId(options.colorDataFieldId),
    groupField: byId(options.groupDataFieldId),
    openInNewWindow: view.openItemUrlInNewWindow,
    sort: view.sort,
    timezone: reader.timeZone,
    includeDatesWithNoEvents: view.includeDatesWithNoEvents,
    noEventsMessage: view.noEventsMessageTranslations[reader.language] || view.noEventsMessage,
    form: {
      title: form.titleTranslations[reader.language] || form.title,
      text: form.textTranslations[reader.language] || form.text,
      buttonLabel: form.buttonLabelTranslations[reader.language] || form.buttonLabel,
      doneText: form.doneTextTranslations[reader.language] || form.doneText,
    },
  }
}

/** The columns to request. */
export function columnsOf(display: Display): string[] {
  const { fields, nameColumn, imageField, colorField, groupField } = display
  const others = [imageField, colorField, groupField].flatMap((field) => field?.columnName ?? [])
  const shown = fields.map(({ field }) => field.columnName)
  return [...new Set([...shown, ...others, ...(nameColumn ? [nameColumn] : [])])]
}
