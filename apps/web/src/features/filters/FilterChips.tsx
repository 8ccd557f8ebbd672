/** What a list is filtered by, in words: a chip opens the builder, its cross takes the condition away. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Filter } from '@muster/contract/filters/ast'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../lib/api.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import { type Linked, useCollections, useFieldContext } from '../fields/public.ts'
import { describeParts } from './describe.ts'
import classes from './FilterChips.module.css'
import { choicesOf, fieldsIn, fieldsOf } from './subjects.ts'
import { idsIn, useNames } from './use-names.ts'

export function FilterChips({
  teamId,
  fields,
  filter,
  linked,
  onEdit,
  onChange,
}: {
  teamId: number
  fields: readonly DataField[]
  filter: Filter
  linked?: Linked
  onEdit(): void
  onChange(filter: Filter | null): void
}) {
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
  const parts = describeParts(filter, { choices, context, people: byId, t })
  return (
    <ul className={classes.chips} aria-label={t('filters:summary.label')}>
      {parts.map(({ text, rest }) => (
        <li key={text} className={classes.chip}>
          <button
            type="button"
            className={classes.text}
            onClick={onEdit}
            aria-label={t('filters:summary.edit', { text })}
            title={text}
          >
            {text}
          </button>
          <button
            type="button"
            className={classes.remove}
            onClick={() => onChange(rest)}
            aria-label={t('filters:summary.remove', { text })}
          >
            <Glyph name="close" size={12} />
          </button>
        </li>
      ))}
    </ul>
  )
}
