/** What visitors get to know of a view itself: its fields with their titles in their language, and its filters. */

import enCommon from '@muster/contract/locales/en/common.json' with { type: 'json' }
import esCommon from '@muster/contract/locales/es/common.json' with { type: 'json' }
import frCommon from '@muster/contract/locales/fr/common.json' with { type: 'json' }
import type { Language, Translations } from '@muster/contract/paging'
import { displayOptionsSchema, type PublicView } from '@muster/contract/views/views.schema'
import { fieldOfKey, presentField } from '../../../engine/public.design.ts'
import type { FieldModel, TeamModel } from '../../../engine/public.ts'
import type { Executor } from '../../../platform/db.ts'
import type { Outside } from './definition.ts'
import { optionsOf } from './filter-options.ts'
import { ownUrlField } from './item-urls.ts'
import type { FilterEntry } from './visitor-filter.ts'

const all: Record<Language, string> = { en: enCommon.all, es: esCommon.all, fr: frCommon.all }

const inLanguage = (text: string, translations: Translations, language: Language): string =>
  translations[language] || text

export async function presentOutside(
  executor: Executor,
  outside: Outside,
  language: Language,
): Promise<PublicView> {
  const { model, view, shown, displayed, nameField } = outside
  const collection = outside.scope.access.collection
  const options = displayOptionsSchema.parse(view.displayOptions)
  const isShown = (id: number | null): boolean => shown.some((field) => field.id === id)
  const column = (key: Parameters<typeof fieldOfKey>[2]): string | null => {
    const field = fieldOfKey(model, view, key)
    return field && displayed.has(field) ? field.columnName : null
  }
  return {
    id: view.id,
    type: view.type,
    title: inLanguage(collection.pluralName || collection.name, collection.pluralNameTranslations, language),
    language,
    teamName: model.name,
    brandId: model.brandId,
    timezone: model.timeZone,
    fields: shown.map((field) => fieldOutside(field, language)),
    displayedFields: view.displayedFields.filter(({ dataFieldId }) => isShown(dataFieldId)),
    filterFields: await filterFieldsOutside(executor, outside, language),
    displayOptions: {
      ...options,
      groupDataFieldId: isShown(options.groupDataFieldId) ? options.groupDataFieldId : null,
      imageDataFieldId: isShown(options.imageDataFieldId) ? options.imageDataFieldId : null,
      colorDataFieldId: isShown(options.colorDataFieldId) ? options.colorDataFieldId : null,
    },
    externalCss: view.scopedExternalCss,
    itemUrl: view.itemUrl,
    itemUrlOverride: ownUrlField(outside)?.columnName ?? null,
    openItemUrlInNewWindow: view.openItemUrlInNewWindow,
    missingRecordRedirectUrl: view.missingRecordRedirectUrl,
    missingRecordMessage: inLanguage(
      view.missingRecordMessage,
      view.missingRecordMessageTranslations,
      language,
    ),
    includeDatesWithNoEvents: view.includeDatesWithNoEvents,
    noEventsMessage: inLanguage(view.noEventsMessage, view.noEventsMessageTranslations, language),
    recordNameDataFieldId: nameField && displayed.has(nameField) ? nameField.id : null,
    start: column('eventStartDataFieldId'),
    end: column('eventEndDataFieldId'),
    location: column('mapLocationDataFieldId'),
  }
}

/** Settings that a value is drawn with; what a value must be like is for those who write one. */
const drawnWith: ReadonlySet<string> = new Set([
  'currency',
  'digits',
  'displayFormat',
  'includeSeconds',
  'includeTime',
  'isMultiline',
])

const pointers: ReadonlySet<string> = new Set(['listId', 'dataCollectionId'])

function fieldOutside(field: FieldModel, language: Language): PublicView['fields'][number] {
  // Where its ids point to is not told, only that they point somewhere.
  const settings = Object.entries(field.settings).flatMap(([key, value]): [string, unknown][] => {
    if (pointers.has(key)) return [[key, null]]
    return drawnWith.has(key) ? [[key, value]] : []
  })
  return {
    ...presentField(field, false),
    title: inLanguage(field.title, field.titleTranslations, language),
    titleTranslations: {},
    description: '',
    descriptionTranslations: {},
    helpText: '',
    isRequired: false,
    isUnique: false,
    defaultValue: null,
    settings: Object.fromEntries(settings),
  }
}

async function filterFieldsOutside(
  executor: Executor,
  outside: Outside,
  language: Language,
): Promise<PublicView['filterFields']> {
  const found: PublicView['filterFields'] = []
  for (const filterField of outside.filterFields) {
    if (!filterField.entry.displayInUi) continue
    const choices = await optionsOf(executor, outside, filterField.field, language)
    if (choices)
      found.push({ columnName: filterField.field.columnName, ...labels(filterField, language), ...choices })
  }
  return found
}

function labels({ field, entry }: FilterEntry, language: Language): { label: string; selectAllText: string } {
  const title = inLanguage(field.title, field.titleTranslations, language)
  return {
    label: inLanguage(entry.filterLabel, entry.filterLabelTranslations, language) || title,
    selectAllText:
      inLanguage(entry.selectAllText, entry.selectAllTextTranslations, language) || all[language],
  }
}

/** The visitor's wish where the team has data in it, then that of his browser, then the team's own. */
export function languageFor(model: TeamModel, wished: readonly (Language | undefined)[]): Language {
  const own = [...model.dataLanguages, model.defaultDataLanguage]
  return wished.find((language) => language && own.includes(language)) ?? model.defaultDataLanguage
}
