/** The list's filter in words: a chip opens the builder, its cross removes the condition. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Filter } from '@muster/contract/filters/ast'
import { Glyph } from '../../ui/Glyph.tsx'
import type { Linked } from '../fields/public.ts'
import { describeParts } from './describe.ts'
import classes from './FilterChips.module.css'
import { useDescribe } from './use-describe.ts'

export function FilterChips({
  fields,
  filter,
  linked,
  onEdit,
  onChange,
}: {
  fields: readonly DataField[]
  filter: Filter
  linked?: Linked
  onEdit(): void
  onChange(filter: Filter | null): void
}) {
  const describe = useDescribe(fields, filter, linked)
  const { t } = describe
  const parts = describeParts(filter, describe)
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
