/** All fields of a record: values to read, each edited in place and saved when the person leaves it. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { RecordDetail } from '@muster/contract/records/records.schema'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../../../ui/shared.module.css'
import { WidthGrid, WidthItem } from '../../../ui/WidthGrid.tsx'
import { type Linked, useFieldContext } from '../../fields/public.ts'
import { usePeopleHere } from '../../live/public.ts'
import { EditableField } from './EditableField.tsx'
import classes from './RecordFields.module.css'

export function RecordFields({
  teamId,
  record,
  fields,
  isReadOnly,
  variant,
  isAlwaysOpen = false,
}: {
  teamId: number
  record: RecordDetail
  fields: readonly DataField[]
  isReadOnly: boolean
  /** drawer: labels beside the values; page: by their display widths, beside where all are full. */
  variant: 'drawer' | 'page'
  /** Shows the editors at once. */
  isAlwaysOpen?: boolean
}) {
  const { t } = useTranslation('records')
  const [picked, setPicked] = useState<Linked>({})
  const linked = useMemo(() => ({ ...record.linked, ...picked }), [record.linked, picked])
  const context = useFieldContext(linked)
  const people = usePeopleHere(teamId, record.dataCollectionId)
  if (fields.length === 0) return <p className={styles.muted}>{t('record.noFields')}</p>
  const inputs = fields.map((field) => (
    <EditableField
      key={field.id}
      teamId={teamId}
      record={record}
      field={field}
      context={context}
      isReadOnly={isReadOnly || !field.canUpdate}
      people={people}
      isAlwaysOpen={isAlwaysOpen}
      onLinked={(more) => setPicked((known) => ({ ...known, ...more }))}
    />
  ))
  if (variant === 'drawer') return <div className={classes.list}>{inputs}</div>
  // Where each value has a line of its own, its label is beside it.
  const isList = !isAlwaysOpen && fields.every(({ displayWidth }) => displayWidth === 'full')
  if (isList) return <div className={classes.list}>{inputs}</div>
  return (
    <WidthGrid of="fields" isDense={!isAlwaysOpen}>
      {fields.map((field, at) => (
        <WidthItem key={field.id} width={field.displayWidth}>
          {inputs[at]}
        </WidthItem>
      ))}
    </WidthGrid>
  )
}
