/** The names of what an audience is made of, and what can be added to it. */

import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { AudienceSource } from '@muster/contract/messages/audience'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import type { GlyphName } from '../../../ui/Glyph.tsx'
import { inTreeOrder, useCollections, useRecordSource } from '../../fields/public.ts'
import { useTeamId } from '../../teams/public.ts'

/** Collections whose members are people to write to; the team's users are none. */
export function usePeopleCollections(): readonly DataCollection[] {
  const collections = useCollections(useTeamId())
  return useMemo(
    () =>
      collections.filter(
        (one) =>
          one.representsPeople && !one.IsInternalConfiguration && !one.IsUsedAsCustomList && !one.isDeleted,
      ),
    [collections],
  )
}

function useViewsOfPeople() {
  const people = usePeopleCollections()
  const { data } = useApi(api.views.list, { params: { teamId: useTeamId() }, query: {} })
  return useMemo(
    () =>
      data?.items.filter(({ dataCollectionId }) => people.some(({ id }) => id === dataCollectionId)) ?? [],
    [data, people],
  )
}

const useSubjects = () => useApi(api.consent.subjects, { params: { teamId: useTeamId() } }).data?.items

interface NamedSource {
  key: string
  name: string
  note: string
  glyph: GlyphName
}

export function useSourceNames(sources: readonly AudienceSource[]): NamedSource[] {
  const { t } = useTranslation('messages')
  const format = useFormat()
  const teamId = useTeamId()
  const collections = useCollections(teamId)
  const views = useApi(api.views.list, { params: { teamId }, query: {} }).data?.items
  const subjects = useSubjects()
  const ids = useMemo(() => {
    const found = new Map<number, Set<number>>()
    for (const source of sources)
      if (source.kind === 'records') found.set(source.dataCollectionId, new Set(source.dataRecordIds))
    return found
  }, [sources])
  const names = useRecordSource().useNames(ids)
  const gone = t('audience.gone')
  const collectionName = (id: number) => collections.find((one) => one.id === id)?.pluralName ?? gone
  const named = (source: AudienceSource): NamedSource => {
    switch (source.kind) {
      case 'collection':
        return {
          key: `collection-${source.dataCollectionId}`,
          name: collectionName(source.dataCollectionId),
          note: t('audience.collection'),
          glyph: 'table',
        }
      case 'view': {
        const view = views?.find(({ id }) => id === source.dataViewId)
        return {
          key: `view-${source.dataViewId}`,
          name: view?.internalName ?? gone,
          note: view ? t('audience.viewOf', { collection: collectionName(view.dataCollectionId) }) : '',
          glyph: 'eye',
        }
      }
      case 'subject':
        return {
          key: `subject-${source.subjectId}`,
          name: subjects?.find(({ id }) => id === source.subjectId)?.externalName ?? gone,
          note: t('audience.subscribers'),
          glyph: 'bell',
        }
      case 'records': {
        const shown = source.dataRecordIds.slice(0, 3).map((id) => names[id]?.name || `#${id}`)
        const more = source.dataRecordIds.length - shown.length
        return {
          key: `records-${source.dataCollectionId}`,
          name:
            more > 0
              ? t('audience.andMore', { names: shown.join(', '), count: more, number: format.number(more) })
              : format.list(shown),
          note: t('audience.peopleOf', { collection: collectionName(source.dataCollectionId) }),
          glyph: 'user',
        }
      }
    }
  }
  return sources.map(named)
}

/** Choices by group, each with the source it stands for. */
export function useSourceChoices(): { group: string; items: { value: string; label: string }[] }[] {
  const { t } = useTranslation('messages')
  const { compare } = useFormat()
  const people = usePeopleCollections()
  const views = useViewsOfPeople()
  const subjects = useSubjects() ?? []
  return [
    {
      group: t('audience.collections'),
      items: inTreeOrder(people).map(({ collection, depth }) => ({
        value: `collection-${collection.id}`,
        label: `${'\u2003'.repeat(depth)}${collection.pluralName}`,
      })),
    },
    {
      group: t('audience.views'),
      items: views
        .map(({ id, internalName }) => ({ value: `view-${id}`, label: internalName }))
        .sort((a, b) => compare(a.label, b.label)),
    },
    {
      group: t('audience.subjects'),
      items: subjects
        .map(({ id, externalName }) => ({ value: `subject-${id}`, label: externalName }))
        .sort((a, b) => compare(a.label, b.label)),
    },
  ].filter(({ items }) => items.length > 0)
}
