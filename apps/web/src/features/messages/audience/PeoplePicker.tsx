/** Adds single people by their names. */
import { NativeSelect } from '@mantine/core'
import type { AudienceSource } from '@muster/contract/messages/audience'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormField } from '../../../ui/FormField.tsx'
import { type Option, Picker, useRecordOptions, useRecordSource } from '../../fields/public.ts'
import classes from './audience.module.css'
import { withoutRecord, withRecord } from './sources.ts'
import { usePeopleCollections } from './use-sources.ts'

export function PeoplePicker({
  label,
  sources,
  onChange,
}: {
  label: string
  sources: readonly AudienceSource[]
  onChange(sources: AudienceSource[]): void
}) {
  const { t } = useTranslation('messages')
  // Members of a child collection are found in their root.
  const roots = usePeopleCollections().filter((one) => !one.isSmartCollection)
  const [chosen, setChosen] = useState<number | null>(null)
  const collectionId = roots.find(({ id }) => id === chosen)?.id ?? roots[0]?.id
  if (collectionId === undefined) return null
  return (
    <div className={classes.people}>
      {roots.length > 1 && (
        <NativeSelect
          label={t('audience.peopleFrom')}
          value={String(collectionId)}
          data={roots.map(({ id, pluralName }) => ({ value: String(id), label: pluralName }))}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
      )}
      <People
        key={collectionId}
        label={label}
        collectionId={collectionId}
        sources={sources}
        onChange={onChange}
      />
    </div>
  )
}

function People({
  label,
  collectionId,
  sources,
  onChange,
}: {
  label: string
  collectionId: number
  sources: readonly AudienceSource[]
  onChange(sources: AudienceSource[]): void
}) {
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const found = useRecordOptions({ collectionId, search, isOpen, isList: false })
  const own = sources.find((one) => one.kind === 'records' && one.dataCollectionId === collectionId)
  const ids = own?.kind === 'records' ? own.dataRecordIds : none
  const wanted = useMemo(() => new Map([[collectionId, new Set(ids)]]), [collectionId, ids])
  const names = useRecordSource().useNames(wanted)
  const selected = ids.map((id): Option => ({ id, name: names[id]?.name || `#${id}` }))
  return (
    <FormField label={label}>
      {(control) => (
        <Picker
          id={control.id}
          label={label}
          describedBy={control['aria-describedby']}
          isInvalid={false}
          isReadOnly={false}
          isRequired={false}
          autoFocus={false}
          isCompact={false}
          isMulti
          selected={selected}
          options={found.options}
          isLoading={found.isLoading}
          isStale={found.isStale}
          search={search}
          onSearch={setSearch}
          onPick={({ id }) => onChange(withRecord(sources, collectionId, id))}
          onRemove={(id) => onChange(withoutRecord(sources, collectionId, id))}
          onOpen={() => setOpen(true)}
          onBlur={() => {}}
          onCommit={() => {}}
          onCancel={() => {}}
        />
      )}
    </FormField>
  )
}

const none: readonly number[] = []
