/** What it takes to describe a filter: titles, names of records and people. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Filter } from '@muster/contract/filters/ast'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Linked, useFieldContext, useRecordSource } from '../fields/public.ts'
import type { DescribeContext } from './describe.ts'
import { idsIn } from './ids-in.ts'
import { choicesOf, fieldsIn, fieldsOf } from './subjects.ts'

export function useDescribe(
  fields: readonly DataField[],
  filter: Filter | null,
  linked?: Linked,
): DescribeContext {
  const { t } = useTranslation(['filters', 'common', 'errors'])
  const source = useRecordSource()
  const collections = source.useCollections()
  const choices = useMemo(() => choicesOf(fields, t), [fields, t])
  const ids = useMemo(
    () =>
      idsIn(filter, (target) =>
        target === null ? choices : choicesOf(fieldsOf(collections, target) ?? [], t),
      ),
    [filter, choices, collections, t],
  )
  const names = source.useNames(ids)
  const all = useMemo(() => ({ ...linked, ...names }), [linked, names])
  const context = useFieldContext(all)
  const isOfPeople = fieldsIn(filter).some((name) => name === '@createdBy' || name === '@updatedBy')
  const people = source.usePeople(isOfPeople)
  const byId = useMemo(() => new Map(people.map(({ teamUserId, name }) => [teamUserId, name])), [people])
  return { choices, context, people: byId, t }
}
