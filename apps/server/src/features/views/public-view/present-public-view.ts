/**
 * A view's own data as visitors get it: its fields with titles in the visitor's language, and its filters.
 */

import enCommon from '@muster/contract/locales/en/common.json' with { type: 'json' }
import esCommon from '@muster/contract/locales/es/common.json' with { type: 'json' }
import frCommon from '@muster/contract/locales/fr/common.json' with { type: 'json' }
import type { Language, Translations } from '@muster/contract/paging'
import { displayOptionsSchema, type PublicField, type PublicView } from '@muster/contract/views/views.schema'
import { fieldOfKey } from '../../../engine/public.design.ts'
import type { FieldModel, TeamModel } from '../../../engine/public.ts'
import type { Executor } from '../../../platform/db.ts'
import { optionsOf } from './filter-options.ts'
import { ownUrlField } from './item-urls.ts'
import type { PublicViewModel } from './public-view.ts'
import type { FilterEntry } from './visitor-filter.ts'

const all: Record<Language, string> = { en: enCommon.all, es: esCommon.all, fr: frCommon.all }

const inLanguage = (text: string, translations: Translations, language: Language): string =>
  translations[language] || text

export async function presentPublicView(
  executor: Executor,
  publicView: PublicViewModel,
  language: Language,
): Promise<PublicView> {
  const { model, view, shown, displayed, nameField } = publicView
  const collection = publicView.scope.access.collection
  const options = displayOptionsSchema.parse(view.displayOptions)
  const isShown = (id: number | null): boolean => shown.some((field) => field.id === id)
  const column = (key: Parameters<typeof fieldOfKey>[2]): string | null => {
    const field = fieldOfKey(model, view, key)
    return field && displayed.has(field) ? field.columnName : null
  }
  return {
    id: view.id,
    publicKey: view.publicKey,
    type: view.type,
    title: inLanguage(collection.pluralName || collection.name, collection.pluralNameTranslations, language),
    language,
    teamName: model.name,
    brandId: model.brandId,
    timezone: model.timeZone,
    fields: shown.map((field) => presentPublicField(field, language)),
    displayedFields: view.displayedFields.filter(({ dataFieldId }) => isShown(dataFieldId)),
    filterFields: await presentFilterFields(executor, publicView, language),
    displayOptions: {
      ...options,
      groupDataFieldId: isShown(options.groupDataFieldId) ? options.groupDataFieldId : null,
      imageDataFieldId: isShown(options.imageDataFieldId) ? options.imageDataFieldId : null,
      colorDataFieldId: isShown(options.colorDataFieldId) ? options.colorDataFieldId : null,
      // Their filters may name any field.
      rowColors: [],
    },
    externalCss: view.scopedExternalCss,
    itemUrl: view.itemUrl,
    itemUrlOverride: ownUrlField(publicView)?.columnName ?? null,
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

/** Settings needed to display a value; those that restrict input are left out. */
const displaySettings: ReadonlySet<string> = new Set([
  'currency',
  'digits',
  'displayFormat',
  'includeSeconds',
  'includeTime',
  'isMultiline',
  'showAs',
])

const referenceSettings: ReadonlySet<string> = new Set(['listId', 'dataCollectionId'])

function presentPublicField(field: FieldModel, language: Language): PublicField {
  // Visitors learn that the field refers to a list or collection, but not to which.
  const settings = Object.entries(field.settings).flatMap(([key, value]): [string, unknown][] => {
    if (referenceSettings.has(key)) return [[key, null]]
    return displaySettings.has(key) ? [[key, value]] : []
  })
  return {
    id: field.id,
    title: inLanguage(field.title, field.titleTranslations, language),
    columnName: field.columnName,
    dataType: field.dataType,
    displayWidth: field.displayWidth as PublicField['displayWidth'],
    settings: Object.fromEntries(settings),
  }
}

async function presentFilterFields(
  executor: Executor,
  publicView: PublicViewModel,
  language: Language,
): Promise<PublicView['filterFields']> {
  const found: PublicView['filterFields'] = []
  for (const filterField of publicView.filterFields) {
    if (!filterField.entry.displayInUi) continue
    const choices = await optionsOf(executor, publicView, filterField.field, language)
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

/** The first requested language in which the team has data, else the team's default language. */
export function languageFor(model: TeamModel, requested: readonly (Language | undefined)[]): Language {
  const own = [...model.dataLanguages, model.defaultDataLanguage]
  return requested.find((language) => language && own.includes(language)) ?? model.defaultDataLanguage
}
