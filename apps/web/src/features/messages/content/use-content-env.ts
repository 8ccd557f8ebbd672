/** What a content may refer to: the fields of the collections of people, the team's views, and the message's own values. */
import type { ContentEnv } from '@muster/contract/messages/blocks/definition'
import {
  canMerge,
  type MergeChoice,
  mergeName,
  subjectValues,
  systemValues,
} from '@muster/contract/messages/merge'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { fieldTitle, useCollections, useTeamFacts } from '../../fields/public.ts'
import type { ViewChoice } from '../editor/editor-context.ts'

export interface ContentChoices {
  fields: readonly MergeChoice[]
  views: readonly ViewChoice[]
  env: ContentEnv
}

export function useContentChoices(needsUnsubscribe: boolean): ContentChoices {
  const { t } = useTranslation('messages')
  const { language } = useFormat()
  const { teamId } = useTeamFacts()
  const collections = useCollections(teamId)
  const found = useApi(api.views.list, { params: { teamId }, query: {} }).data?.items
  return useMemo(() => {
    const people = collections.filter((one) => one.representsPeople && !one.isDeleted)
    const own: MergeChoice[] = [
      ...subjectValues.map(
        (name): MergeChoice => ({ kind: 'SUBJECT', name, label: t(`merge.subject.${name}`), dataType: null }),
      ),
      ...systemValues.map(
        (name): MergeChoice => ({ kind: 'SYSTEM', name, label: t(`merge.system.${name}`), dataType: null }),
      ),
    ]
    const ofPeople = new Map<string, MergeChoice>()
    for (const field of people.flatMap(({ DataFields }) => DataFields)) {
      const { columnName, dataType } = field
      // A name is one merge field, whichever collection a recipient is of.
      if (!canMerge(dataType) || ofPeople.has(columnName)) continue
      const label = fieldTitle(field, language)
      ofPeople.set(columnName, { kind: 'DATA_FIELD', name: columnName, label, dataType })
    }
    const fields = [...ofPeople.values(), ...own]
    const allFields = new Map(
      collections.flatMap(({ DataFields }) => DataFields).map((field) => [field.id, field]),
    )
    const views = (found ?? []).map(
      ({ id, internalName, displayedFields }): ViewChoice => ({
        id,
        label: internalName,
        fields: displayedFields.flatMap(({ dataFieldId }) => {
          const field = allFields.get(dataFieldId)
          return field ? [{ id: field.id, label: fieldTitle(field, language) }] : []
        }),
      }),
    )
    return {
      fields,
      views,
      env: {
        mergeNames: new Set(fields.map(mergeName)),
        alwaysFilled: new Set(own.map(mergeName)),
        fieldsOfView: (dataViewId) => views.find(({ id }) => id === dataViewId)?.fields.map(({ id }) => id),
        // Of those that are gone, the server tells.
        hasPicture: () => true,
        needsUnsubscribe,
      },
    }
  }, [collections, found, language, needsUnsubscribe, t])
}
