/** What it takes to say a filter in words: titles, names of records and people. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Filter } from '@muster/contract/filters/ast'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../lib/api.ts'
import { type Linked, useCollections, useFieldContext } from '../fields/public.ts'
import type { DescribeContext } from './describe.ts'
import { choicesOf, fieldsIn, fieldsOf } from './subjects.ts'
import { idsIn, useNames } from './use-names.ts'

export function useDescribe(
  teamId: number,
  fields: readonly DataField[],
  filter: Filter | null,
  linked?: Linked,
): DescribeContext {
  const { t } = useTranslation(['filters', 'common', 'errors'])
  const collections = useCollections(teamId)
  const choices = useMemo(() => choicesOf(fields, t), [fields, t])
  const ids = useMemo(
    () =>
      idsIn(filter, (target) =>
        target === null ? choices : choicesOf(fieldsOf(collections, target) ?? [], t),
      ),
    [filter, choices, collections, t],
  )
  const names = useNames(teamId, ids)
  const all = useMemo(() => ({ ...linked, ...names }), [linked, names])
  const context = useFieldContext(all)
  const isOfPeople = fieldsIn(filter).some((name) => name === '@createdBy' || name === '@updatedBy')
  const people = useApi(api.teams.people, { params: { teamId } }, { enabled: isOfPeople, staleTime: 300_000 })
  const byId = useMemo(
    () => new Map((people.data?.items ?? []).map(({ teamUserId, name }) => [teamUserId, name])),
    [people.data],
  )
  return { choices, context, people: byId, t }
}
