/** Finds a record to link, or creates one from the typed name. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/errors.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { type Option, Picker, useRecordOptions } from '../../fields/public.ts'
import classes from './LinkedCard.module.css'

export function LinkPicker({
  collection,
  linkedIds,
  onPick,
  onCreate,
  onClose,
}: {
  collection: DataCollection
  /** Records on the current page that are already linked. */
  linkedIds: readonly number[]
  onPick(record: { id: number; name: string }): unknown
  onCreate: ((name: string) => unknown) | undefined
  onClose(): void
}) {
  const { t } = useTranslation(['cards', 'common'])
  const errorText = useErrorText()
  const id = useId()
  const [search, setSearch] = useState('')
  const found = useRecordOptions({
    collectionId: collection.id,
    search,
    isOpen: true,
    isList: false,
  })
  const options = found.options.filter((option: Option) => !linkedIds.includes(option.id))
  const label = t('linked.find', { name: collection.pluralName })
  return (
    <>
      <div className={classes.picker}>
        <Picker
          id={id}
          label={label}
          describedBy={undefined}
          isInvalid={false}
          isReadOnly={false}
          isRequired={false}
          autoFocus
          isCompact={false}
          isMulti
          selected={[]}
          options={options}
          isLoading={found.isLoading}
          isStale={found.isStale}
          note={found.error ? errorText(found.error) : undefined}
          search={search}
          onSearch={setSearch}
          onPick={onPick}
          onRemove={() => {}}
          onCreate={onCreate}
          createLabel={t('linked.create', { name: search.trim() })}
          placeholder={label}
          onBlur={() => {}}
          onCommit={() => {}}
          onCancel={onClose}
        />
      </div>
      <IconButton glyph="close" label={t('common:close')} onClick={onClose} />
    </>
  )
}
