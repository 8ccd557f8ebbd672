/** Texts that are not list items yet, and the offer to create them. */
import { Checkbox } from '@mantine/core'
import { mostNewItems, type TypeChangePreview } from '@muster/contract/fields/fields.schema'
import type { FieldContext } from '../field-context.ts'
import classes from './ChangeType.module.css'

interface NewItemsProps {
  offered: NonNullable<TypeChangePreview['newItems']>
  /** The name of a list that is to be created; null where one is chosen. */
  title: string | null
  isOn: boolean
  onChange(isOn: boolean): void
  context: FieldContext
}

export function NewItems({ offered, title, isOn, onChange, context: { t, format } }: NewItemsProps) {
  const { count, isMore, names, mayCreate } = offered
  const label =
    title === null ? t('fields:change.makeItems', { count }) : t('fields:change.makeList', { count, title })
  return (
    <div className={classes.newItems}>
      <p>
        {isMore
          ? t('fields:change.tooManyTexts', { max: format.number(mostNewItems) })
          : t('fields:change.newTexts', { count })}
      </p>
      <ul className={classes.newNames}>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
        {(isMore || count > names.length) && <li aria-hidden>…</li>}
      </ul>
      {!isMore && (
        <Checkbox
          label={label}
          description={
            mayCreate ? title !== null && t('fields:change.chooseList') : t('fields:change.mayNotCreate')
          }
          checked={isOn}
          disabled={!mayCreate}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )}
    </div>
  )
}
