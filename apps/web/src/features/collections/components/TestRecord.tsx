/** Picks any record and explains why the filter would match it, or not. */
import { Input } from '@mantine/core'
import type { Filter } from '@muster/contract/filters/ast'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/errors.ts'
import styles from '../../../ui/shared.module.css'
import { type Option, Picker, useCollections, useRecordOptions } from '../../fields/public.ts'
import { Explanation } from '../../membership/public.ts'

export function TestRecord({
  teamId,
  dataCollectionId,
  filter,
}: {
  teamId: number
  /** The parent. */
  dataCollectionId: number
  filter: Filter
}) {
  const { t } = useTranslation('collections')
  const errorText = useErrorText()
  const id = useId()
  const collections = useCollections(teamId)
  const [record, setRecord] = useState<Option | null>(null)
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const home = collections.find((one) => one.id === dataCollectionId)?.idHomeDataCollection ?? null
  const found = useRecordOptions({ collectionId: home, search, isOpen, isList: false })
  return (
    <div className={styles.stack8}>
      <Input.Wrapper id={id} label={t('test.label')} description={t('test.help')}>
        <Picker
          id={id}
          label={undefined}
          describedBy={`${id}-description`}
          isInvalid={false}
          isReadOnly={false}
          isRequired={false}
          autoFocus={false}
          isCompact={false}
          isMulti={false}
          selected={record ? [record] : []}
          options={found.options}
          isLoading={found.isLoading}
          isStale={found.isStale}
          note={found.error ? errorText(found.error) : undefined}
          search={search}
          onSearch={setSearch}
          onOpen={() => setOpen(true)}
          onPick={setRecord}
          onRemove={() => setRecord(null)}
          placeholder={t('test.choose')}
          onBlur={() => {}}
          onCommit={() => {}}
          onCancel={() => {}}
        />
      </Input.Wrapper>
      {record && (
        <Explanation
          teamId={teamId}
          recordId={record.id}
          dataCollectionId={dataCollectionId}
          membershipDataFilter={filter}
        />
      )}
    </div>
  )
}
