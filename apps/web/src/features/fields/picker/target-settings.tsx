/** Settings for what a field's values are: items of which list, records of which collection. */
import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { Glyph } from '../../../ui/Glyph.tsx'
import styles from '../../../ui/shared.module.css'
import { ListItems } from '../lists/ListItems.tsx'
import { NewListDialog } from '../lists/NewListDialog.tsx'
import { type ControlOf, type ControlProps, helpOrError } from '../types/common/settings.tsx'
import { inTreeOrder } from '../use-collections.ts'
import classes from './target-settings.module.css'

const comboboxProps = { withinPortal: true }

/** A custom list, created on the spot with its items if needed. */
export const listOf = (key: string): ControlOf => ({ key, Control: ListControl, isWide: true })
/** A collection whose records are linked. */
export const collectionOf = (key: string): ControlOf => ({ key, Control: CollectionControl, isWide: true })

function ListControl({ value, onChange, label, help, error, context, isExisting }: ControlProps) {
  const { t } = context
  const [isNew, setNew] = useState(false)
  const lists = context.collections.filter((one) => one.IsUsedAsCustomList)
  const id = typeof value === 'number' ? value : null
  return (
    <div className={styles.stack12}>
      <div className={classes.line}>
        <Select
          label={label}
          {...helpOrError(isExisting ? t('fields:settingsHelp.targetFixed') : help, error)}
          required
          searchable
          disabled={isExisting}
          comboboxProps={comboboxProps}
          nothingFoundMessage={t('common:noResults')}
          placeholder={t('fields:settings.chooseList')}
          value={id === null ? null : String(id)}
          data={lists.map((list) => ({ value: String(list.id), label: list.pluralName }))}
          onChange={(next) => onChange(next === null ? null : Number(next))}
        />
        {!isExisting && (
          <Button variant="default" leftSection={<Glyph name="plus" />} onClick={() => setNew(true)}>
            {t('fields:lists.new')}
          </Button>
        )}
      </div>
      {id !== null && <ListItems listId={id} />}
      {isNew && (
        <NewListDialog
          onClose={() => setNew(false)}
          onCreated={(list) => {
            setNew(false)
            onChange(list.id)
          }}
        />
      )}
    </div>
  )
}

function CollectionControl({ value, onChange, label, help, error, context, isExisting }: ControlProps) {
  return (
    <Select
      label={label}
      {...helpOrError(isExisting ? context.t('fields:settingsHelp.targetFixed') : help, error)}
      required
      searchable
      disabled={isExisting}
      comboboxProps={comboboxProps}
      nothingFoundMessage={context.t('common:noResults')}
      placeholder={context.t('fields:settings.chooseCollection')}
      value={typeof value === 'number' ? String(value) : null}
      data={inTreeOrder(context.collections.filter((one) => !one.IsUsedAsCustomList)).map(
        ({ collection, depth }) => ({
          value: String(collection.id),
          label: `${'\u2003'.repeat(depth)}${collection.pluralName}`,
        }),
      )}
      onChange={(next) => onChange(next === null ? null : Number(next))}
    />
  )
}
