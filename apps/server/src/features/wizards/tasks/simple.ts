/** Tasks that change no records: variables, texts, views, exports, messages. */
import { AppError } from '@muster/contract/errors'
import { settingsOf, validateText, validateValue } from '@muster/contract/fields/validate'
import { variableName } from '@muster/contract/filters/ast'
import type { AskedField } from '@muster/contract/wizards/runs.schema'
import { resolveName } from '@muster/contract/wizards/tasks/common'
import type { TempVariableSettings } from '@muster/contract/wizards/tasks/create_temp_variable'
import type { DataViewSettings } from '@muster/contract/wizards/tasks/display_dataview'
import {
  type TextSettings,
  displayFormattedText as textType,
} from '@muster/contract/wizards/tasks/display_formatted_text'
import type { ExportSettings } from '@muster/contract/wizards/tasks/export_data_records_to_csv'
import type { SendSettings } from '@muster/contract/wizards/tasks/send_outgoing_message'
import { collectionOfVariable } from '@muster/contract/wizards/variables'
import { cleanHtml } from '../../../engine/public.ts'
import { filledText, scopeFor, sourceValue } from '../runs/values.ts'
import type { Performed, TaskHandler, Turn } from './definition.ts'
import {
  livingFields,
  matching,
  matchingIds,
  presentItems,
  presentShown,
  shownFields,
  type Wanted,
} from './pick.ts'

export const createTempVariable: TaskHandler<TempVariableSettings> = {
  async perform(turn) {
    const { settings, answer } = turn
    const field = { dataType: settings.tempVariableDataType, settings: settings.tempFieldSettings }
    const first = await firstValue(turn)
    if (!settings.asksUser) return { gives: first }
    if (answer?.kind !== 'value') return { ask: question(turn, first) }
    const parsed = validateValue({ ...field, isRequired: settings.isRequired }, answer.value, { cleanHtml })
    if (parsed.ok) return { gives: parsed.value }
    const { code, params } = parsed
    throw new AppError('validation_failed', {
      errors: [{ path: 'value', code, ...(params ? { params } : {}) }],
    })
  },
}

async function firstValue({
  run,
  task,
  settings,
  variables,
  frames,
}: Turn<TempVariableSettings>): Promise<unknown> {
  const text = settings.mayPrefill ? run.row.prefill[task.variable] : undefined
  const field = {
    dataType: settings.tempVariableDataType,
    settings: settingsOf({ dataType: settings.tempVariableDataType, settings: settings.tempFieldSettings }),
    isRequired: false,
  }
  if (text !== undefined) {
    const { language, model } = run
    const parsed = validateText(field, text, { language, timeZone: model.timeZone, country: model.country })
    if (parsed.ok && parsed.value !== null) return parsed.value
  }
  const name = variableName(settings.tempVariableValue)
  const scope = await scopeFor(run, variables, name === undefined ? [] : [name], { item: frames[0] ?? null })
  return sourceValue(scope, settings.tempVariableValue ?? null, true)
}

function question({ run, task, settings, previous }: Turn<TempVariableSettings>, first: unknown) {
  const { language } = run
  const field: AskedField = {
    id: task.id,
    title: settings.tempVariableLabelTranslations[language] || settings.tempVariableLabel || task.title,
    columnName: task.variable || 'value',
    dataType: settings.tempVariableDataType,
    displayWidth: 'full',
    settings: settings.tempFieldSettings,
    helpText: settings.helpTextTranslations[language] || settings.helpText,
    isRequired: settings.isRequired,
    mayPrefill: settings.mayPrefill,
  }
  return {
    kind: 'value' as const,
    stepTaskId: task.id,
    title: task.titleTranslations[language] || task.title,
    description: task.descriptionTranslations[language] || task.description,
    field,
    value: previous?.kind === 'value' ? previous.value : (first ?? null),
    linked: {},
  }
}

export const displayFormattedText: TaskHandler<TextSettings> = {
  async perform({ run, task, settings, variables, answer }): Promise<Performed> {
    const { language } = run
    const text = settings.textToDisplayTranslations[language] || settings.textToDisplayValue
    const html = await filledText(run, variables, text, textType.reads(settings))
    if (!settings.showsAlone) return { text: html }
    if (answer) return {}
    return {
      html,
      ask: {
        kind: 'text',
        stepTaskId: task.id,
        title: task.titleTranslations[language] || task.title,
        description: task.descriptionTranslations[language] || task.description,
        buttonLabel: settings.buttonLabelTranslations[language] || settings.buttonLabel,
      },
    }
  },
}

export const displayDataView: TaskHandler<DataViewSettings> = {
  async perform({ run, task, settings, answer, previous }) {
    const view = run.model.views.get(settings.dataViewToDisplayId ?? 0)
    if (!view) return {}
    const { language } = run
    const picked = answer?.kind === 'pick' ? answer : undefined
    const wanted: Wanted = {
      dataCollectionId: view.dataCollectionId,
      filter: view.filter,
      sort: view.sort,
      search: picked?.search ?? '',
      fieldIds: view.displayedFields.map(({ dataFieldId }) => dataFieldId),
    }
    if (picked && !picked.onlySearches) {
      if (settings.selection === 'none') return {}
      const ids = picked.recordIds.map((id) => run.fromWire(id))
      const isRight = settings.selection === 'many' || ids.length <= 1
      if (!isRight || (settings.isRequired && ids.length === 0)) {
        throw new AppError('validation_failed', { errors: [{ path: 'recordIds', code: 'required' }] })
      }
      const known = await matchingIds(run, { ...wanted, search: '', ids }, ids.length + 1)
      if (known.length < ids.length) {
        throw new AppError('validation_failed', { errors: [{ path: 'recordIds', code: 'unknown_record' }] })
      }
      return { gives: ids }
    }
    const found = await matching(run, wanted)
    const before = previous?.kind === 'pick' ? previous : undefined
    return {
      ask: {
        kind: 'pick',
        stepTaskId: task.id,
        title: task.titleTranslations[language] || task.title,
        description: task.descriptionTranslations[language] || task.description,
        fields: shownFields(run, wanted.fieldIds).map((field) => presentShown(run, field)),
        items: presentItems(run, found),
        linked: found.linked,
        total: found.total,
        selection: settings.selection,
        isRequired: settings.isRequired,
        chosen: before?.recordIds ?? [],
        canCreate: false,
        newLabel: '',
        newFields: [],
        newValues: {},
        filter: null,
        canFilter: false,
        dataCollectionId: null,
        search: wanted.search ?? '',
      },
    }
  },
}

export const exportToCsv: TaskHandler<ExportSettings> = {
  async perform({ run, settings, frames, variables }) {
    const { recordsValue, dataFieldIds } = settings
    const variable =
      recordsValue === null ? undefined : resolveName(recordsValue, { env: run.env, variables })
    const dataCollectionId = variable ? collectionOfVariable(variable) : null
    if (recordsValue === null || dataCollectionId === null) return {}
    const ids = [...new Set(frames.flatMap((item) => run.idsOf(recordsValue, item)))]
    const columns = livingFields(run, dataFieldIds).map(({ columnName }) => columnName)
    run.afterCommit.push({
      kind: 'export',
      dataCollectionId,
      ids,
      columns: columns.length > 0 ? columns : null,
    })
    return { count: ids.length }
  },
}

export const sendOutgoingMessage: TaskHandler<SendSettings> = {
  async perform({ run, task, settings, frames, variables }) {
    const { recordsValue, outgoingMessageTemplateId } = settings
    const variable =
      recordsValue === null ? undefined : resolveName(recordsValue, { env: run.env, variables })
    const dataCollectionId = variable ? collectionOfVariable(variable) : null
    if (recordsValue === null || dataCollectionId === null) return {}
    const recordIds = [...new Set(frames.flatMap((item) => run.idsOf(recordsValue, item)))]
    run.afterCommit.push({
      kind: 'message',
      stepTaskId: task.id,
      outgoingMessageTemplateId,
      dataCollectionId,
      recordIds,
    })
    return { count: recordIds.length }
  },
}
