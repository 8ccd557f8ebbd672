/** A new record: required fields first, the others on demand; nothing typed is lost by accident. */

import { Button, Checkbox } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import { useBlocker } from '@tanstack/react-router'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { confirm } from '../../../ui/confirm.ts'
import { Drawer } from '../../../ui/Drawer.tsx'
import { focusFirstBad } from '../../../ui/focus-first-bad.ts'
import { Glyph } from '../../../ui/Glyph.tsx'
import styles from '../../../ui/shared.module.css'
import { defaultsOf, FieldForm, type Linked, useFieldForm } from '../../fields/public.ts'
import { useCreateRecord } from '../data/use-create-record.ts'
import classes from './CreateDrawer.module.css'

/** Of the form, whose button is in the drawer's footer. */
const formId = 'create-record'

export interface CreateDrawerProps {
  teamId: number
  collection: DataCollection
  fields: readonly DataField[]
  /** Initial values besides the defaults, and the names of what they refer to. */
  start?: { values: Readonly<Record<string, unknown>>; linked: Linked }
  /** Whether the other fields are shown at once. */
  isExpanded?: boolean
  onCreated(recordId: number): void
  onClose(): void
}

export function CreateDrawer(props: CreateDrawerProps) {
  const { teamId, collection, fields, start, onCreated, onClose } = props
  const { t } = useTranslation(['records', 'common', 'errors'])
  const errorText = useErrorText()
  const create = useCreateRecord(teamId, collection.id)
  const writable = useMemo(() => fields.filter((field) => field.canUpdate), [fields])
  const [first, others] = useMemo(() => sectionsOf(writable, collection), [writable, collection])
  const form = useFieldForm(writable, {
    values: { ...defaultsOf(writable), ...start?.values },
    ...(start && { linked: start.linked }),
  })
  const [isExpanded, setExpanded] = useState(props.isExpanded || first.length === 0)
  const [wasExpanded, setWasExpanded] = useState(isExpanded)
  if (isExpanded && !wasExpanded) setWasExpanded(true)
  const [isAnother, setAnother] = useState(false)
  const [state, setState] = useState<{ isSending: boolean; error: string | null }>({
    isSending: false,
    error: null,
  })
  const [round, setRound] = useState(0)
  const isDone = useRef(false)

  useBlocker({
    shouldBlockFn: async () => {
      if (isDone.current || !form.isDirty) return false
      return !(await confirm({
        title: t('records:create.discardTitle'),
        text: t('records:create.discardText'),
        confirmLabel: t('records:create.discard'),
        cancelLabel: t('records:create.keep'),
        isDestructive: true,
      }))
    },
    enableBeforeUnload: () => !isDone.current && form.isDirty,
  })

  const isDefault = (column: string, value: unknown) =>
    value === '' || JSON.stringify(value) === JSON.stringify(defaultsOf(writable)[column])
  const confirmEmpty = () =>
    confirm({
      title: t('records:create.emptyTitle'),
      text: t('records:create.emptyText'),
      confirmLabel: t('records:create.emptyYes'),
      cancelLabel: t('records:create.keep'),
    })
  const isInOthers = (columns: readonly string[]) =>
    others.some(({ columnName }) => columns.includes(columnName))
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (state.isSending) return
    if (!form.check()) {
      setExpanded(true)
      setState({ isSending: false, error: t('errors:validation_failed') })
      focusFirstBad(document.getElementById(formId))
      return
    }
    const given = form.given()
    const isEmpty = !Object.keys(given).some((column) => !isDefault(column, given[column]))
    if (isEmpty && !(await confirmEmpty())) return
    setState({ isSending: true, error: null })
    try {
      const record = await create(given)
      if (isAnother) {
        form.reset(defaultsOf(writable))
        setRound((now) => now + 1)
        setState({ isSending: false, error: null })
        return
      }
      isDone.current = true
      onCreated(record.id)
    } catch (error) {
      form.refuse(error)
      const paths = error instanceof ApiError ? error.errors.map(({ path }) => path.split('.')[1] ?? '') : []
      if (isInOthers(paths)) setExpanded(true)
      setState({ isSending: false, error: errorText(error) })
      focusFirstBad(document.getElementById(formId))
    }
  }

  return (
    <Drawer
      title={t('records:create.title', { name: collection.name })}
      onClose={onClose}
      footer={
        <div className={classes.foot}>
          {state.error && (
            <p className={styles.error} role="alert">
              {state.error}
            </p>
          )}
          <div className={styles.row8}>
            <Button type="submit" form={formId} loading={state.isSending}>
              {t('common:create')}
            </Button>
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Checkbox
              className={classes.another}
              label={t('records:create.another')}
              checked={isAnother}
              onChange={(event) => setAnother(event.currentTarget.checked)}
            />
          </div>
        </div>
      }
    >
      <form id={formId} onSubmit={send} noValidate key={round}>
        <FieldForm form={form} fields={first} autoFocus />
        {first.length > 0 && others.length > 0 && (
          <button
            type="button"
            className={classes.more}
            aria-expanded={isExpanded}
            onClick={() => setExpanded((now) => !now)}
          >
            <Glyph name={isExpanded ? 'chevronDown' : 'chevronRight'} />
            {t('records:create.others', { count: others.length })}
          </button>
        )}
        {/* Once expanded it stays mounted: it may hold an upload, or text that is not a value yet. */}
        {wasExpanded && (
          <div hidden={!isExpanded}>
            <FieldForm form={form} fields={others} autoFocus={first.length === 0} />
          </div>
        )}
      </form>
    </Drawer>
  )
}

/** Required fields and the name field; the others. Fields that the server fills are left out. */
function sectionsOf(
  fields: readonly DataField[],
  { IdDataFieldDataObjectName: nameId }: DataCollection,
): [first: DataField[], others: DataField[]] {
  const typed = fields.filter((field) => !fieldType(field.dataType).isAutomatic?.(field.settings))
  const isFirst = (field: DataField) => field.isRequired || field.id === nameId
  return [typed.filter(isFirst), typed.filter((field) => !isFirst(field))]
}
