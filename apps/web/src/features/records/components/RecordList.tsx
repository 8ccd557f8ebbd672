/** Records on a phone: picture, name, the first two filled fields of the view; more load on scroll. */

import { Avatar } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import type { DataRecord } from '@muster/contract/records/records.schema'
import type { WizardLink } from '@muster/contract/wizards/wizards.schema'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import styles from '../../../ui/shared.module.css'
import { FieldValue, isEmptyValue, rowStyle, useFieldContext } from '../../fields/public.ts'
import { wizardItems } from '../../wizards/runner/public.ts'
import type { RecordSource } from '../data/record-source.ts'
import classes from './RecordList.module.css'

const rowHeight = 64
/** How many fields are tried for the two that are shown. */
export const mostDetails = 8

/** Not empty, and not a repetition of the name. */
function isTelling(value: unknown, name: string): boolean {
  return !isEmptyValue(value) && !(typeof value === 'string' && name.includes(value))
}

export function RecordList({
  teamId,
  collection,
  fields,
  source,
  colorOf,
  wizards,
  onOpen,
}: {
  teamId: number
  collection: DataCollection
  /** Those that the view shows, in its order. */
  fields: readonly DataField[]
  source: RecordSource
  /** The colour of a record's row; null for none. */
  colorOf(record: DataRecord): string | null
  /** Wizards to start for a record. */
  wizards: readonly WizardLink[]
  onOpen(recordId: number): void
}) {
  const { t } = useTranslation('common')
  const scroller = useRef<HTMLDivElement>(null)
  const [, setSeen] = useState(0)
  const context = useFieldContext(source.linked)
  const virtual = useVirtualizer({
    count: source.rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  })
  useEffect(() => source.subscribe(() => setSeen((times) => times + 1)), [source])
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 20
  useEffect(() => source.cache.show(first, last), [source, first, last])
  const details = useMemo(
    () =>
      fields
        .filter(({ id }) => id !== collection.IdDataFieldDataObjectName)
        .slice(0, mostDetails)
        // A checkmark without its title means nothing.
        .filter(({ dataType }) => fieldType(dataType).family !== 'boolean'),
    [fields, collection.IdDataFieldDataObjectName],
  )
  const hasPictures = collection.IdDataFieldDataObjectAvatar !== null

  return (
    <div ref={scroller} className={classes.scroll}>
      <ul
        className={classes.list}
        style={{ height: virtual.getTotalSize() }}
        aria-label={collection.pluralName}
      >
        {items.map(({ index, start }) => {
          const record = source.cache.rowAt(index)
          const color = record ? colorOf(record) : null
          const shown = record
            ? details
                .filter(({ columnName }) => isTelling(record.values[columnName], record.name))
                .slice(0, 2)
            : []
          return (
            <li
              key={index}
              className={classes.row}
              style={{
                height: rowHeight,
                transform: `translateY(${start}px)`,
                ...(color ? rowStyle(color) : {}),
              }}
              aria-posinset={index + 1}
              aria-setsize={source.rowCount}
            >
              {record ? (
                <button type="button" className={classes.button} onClick={() => onOpen(record.id)}>
                  {hasPictures && <Avatar src={record.avatar} name={record.name} size={36} alt="" />}
                  <span className={styles.texts}>
                    <span className={classes.name}>{record.name || `#${record.id}`}</span>
                    <span className={classes.details}>
                      {shown.map((field) => (
                        <span key={field.id} className={classes.detail} inert>
                          <FieldValue
                            field={field}
                            value={record.values[field.columnName]}
                            recordId={record.id}
                            context={context}
                          />
                        </span>
                      ))}
                    </span>
                  </span>
                </button>
              ) : (
                <span className={classes.skeleton} aria-hidden="true" />
              )}
              {record && wizards.length > 0 && (
                <ActionMenu
                  items={wizardItems(teamId, wizards, record.id)}
                  trigger={
                    <IconButton
                      glyph="more"
                      size={44}
                      label={t('reorder.actionsFor', { name: record.name || `#${record.id}` })}
                    />
                  }
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
