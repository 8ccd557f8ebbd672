/** List items in a searchable list, or all of them spread out as radio buttons or checkboxes. */
import { Checkbox, Loader, Radio } from '@mantine/core'
import { Suspense } from 'react'
import { useErrorText } from '../../../lib/errors.ts'
import styles from '../../../ui/shared.module.css'
import { Chip } from '../components/Chip.tsx'
import { fieldTitle } from '../titles.ts'
import type { EditorProps } from '../types/definition.ts'
import { referenceEditor } from './reference-editor.ts'
import classes from './SelectionEditor.module.css'
import { linkedOf, useRecordOptions } from './use-record-options.ts'

interface SelectionProps {
  props: EditorProps<number | number[], unknown>
  listId: number | null
  isMulti: boolean
  isSpread: boolean
}

/** Above this number, searching is easier than scanning. */
const mostSpread = 30

export function SelectionEditor({ props, listId, isMulti, isSpread }: SelectionProps) {
  const isShown = isSpread && !props.isCompact && listId !== null
  const found = useRecordOptions({
    collectionId: listId,
    dataFieldId: props.field.id,
    search: '',
    isOpen: isShown,
    isList: true,
  })
  const isTooMany = found.options.length > mostSpread
  if (!isShown || isTooMany) {
    return (
      <Suspense fallback={<Loader size={16} />}>
        <FromList props={props} listId={listId} isMulti={isMulti} />
      </Suspense>
    )
  }
  return <Spread props={props} listId={listId} isMulti={isMulti} found={found} />
}

function FromList({ props, listId, isMulti }: Omit<SelectionProps, 'isSpread'>) {
  const { ReferenceEditor } = referenceEditor.use()
  return <ReferenceEditor props={props} collectionId={listId} isMulti={isMulti} isList />
}

function Spread({
  props,
  listId,
  isMulti,
  found,
}: {
  props: EditorProps<number | number[], unknown>
  listId: number
  isMulti: boolean
  found: ReturnType<typeof useRecordOptions>
}) {
  const { id, value, context, onChange, isReadOnly } = props
  const { t } = context
  const errorText = useErrorText()
  const ids = value === null ? [] : Array.isArray(value) ? value : [value]
  if (found.error) return <p role="alert">{errorText(found.error)}</p>
  if (found.isLoading && found.options.length === 0) return <Loader size={16} />
  if (found.options.length === 0) return <p className={styles.muted}>{t('fields:picker.emptyList')}</p>
  const Box = isMulti ? Checkbox : Radio
  return (
    <fieldset
      id={id}
      aria-label={props.label ?? fieldTitle(props.field, context.format.language)}
      aria-describedby={props.describedBy}
      className={classes.options}
      onBlur={props.onBlur}
    >
      {found.options.map((option) => (
        <Box
          key={option.id}
          name={isMulti ? undefined : id}
          disabled={isReadOnly}
          checked={ids.includes(option.id)}
          label={<Chip text={option.name} color={option.color} />}
          onChange={(event) => {
            const isOn = event.currentTarget.checked
            const linked = linkedOf(option, listId)
            if (!isMulti) return onChange(option.id, { linked })
            const rest = ids.filter((one) => one !== option.id)
            const next = isOn ? [...rest, option.id] : rest
            onChange(next.length > 0 ? next : null, { linked })
          }}
        />
      ))}
      {!isMulti && value !== null && !props.isRequired && !isReadOnly && (
        <button type="button" className={classes.clear} onClick={() => onChange(null)}>
          {t('common:clear')}
        </button>
      )}
    </fieldset>
  )
}
