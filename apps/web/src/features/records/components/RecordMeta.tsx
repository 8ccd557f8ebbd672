/** Who made and changed a record and when, and the collections it belongs to. */

import { MultiSelect } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { RecordDetail } from '@muster/contract/records/records.schema'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { toast } from '../../../ui/toasts.ts'
import { Chip, Chips, useCollections } from '../../fields/public.ts'
import { useOperations } from '../../operations/public.ts'
import { noteChanged, noteSaved } from '../data/record-writes.ts'
import { usePeople } from '../data/use-people.ts'
import classes from './RecordMeta.module.css'

export function RecordMeta({
  teamId,
  record,
  isReadOnly,
}: {
  teamId: number
  record: RecordDetail
  isReadOnly: boolean
}) {
  const { t } = useTranslation(['records'])
  const collections = useCollections(teamId)
  const plain = collections.filter(
    (one) =>
      one.idHomeDataCollection === record.dataCollectionId &&
      one.id !== record.dataCollectionId &&
      !one.isSmartCollection,
  )
  const fixed = collections.filter((one) => record.dataCollectionIds.includes(one.id) && !plain.includes(one))
  return (
    <dl className={classes.meta}>
      <dt>{t('records:record.collections')}</dt>
      <dd>
        <Chips variant="block">
          {fixed.map((one) => (
            <AppLink
              key={one.id}
              href={`/team-${teamId}/data-collections/${one.id}/records`}
              className={classes.link}
            >
              <Chip text={one.pluralName} icon={one.icon} />
            </AppLink>
          ))}
        </Chips>
        {plain.length > 0 && (
          <Membership
            teamId={teamId}
            record={record}
            collections={plain}
            isReadOnly={isReadOnly || !record.canUpdate}
          />
        )}
      </dd>
      <Moment
        teamId={teamId}
        label={t('records:record.created')}
        at={record.createdAt}
        by={record.createdBy}
      />
      <Moment
        teamId={teamId}
        label={t('records:record.updated')}
        at={record.updatedAt}
        by={record.updatedBy}
      />
    </dl>
  )
}

function Moment({
  teamId,
  label,
  at,
  by,
}: {
  teamId: number
  label: string
  at: string | null
  by: number | null
}) {
  const { t } = useTranslation('records')
  const format = useFormat()
  const people = usePeople(teamId)
  if (!at) return null
  const name = by === null ? null : people.get(by)
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <time dateTime={at} title={format.fullDateTime(at)}>
          {format.dateTime(at)}
        </time>
        {name && ` ${t('record.by', { name })}`}
      </dd>
    </>
  )
}

/** The plain collections of the tree, which people put records into by hand. */
function Membership({
  teamId,
  record,
  collections,
  isReadOnly,
}: {
  teamId: number
  record: RecordDetail
  collections: readonly DataCollection[]
  isReadOnly: boolean
}) {
  const { t } = useTranslation(['records'])
  const errorText = useErrorText()
  const operations = useOperations(teamId)
  const [wanted, setWanted] = useState<readonly number[] | null>(null)
  const own = collections.filter(({ id }) => record.dataCollectionIds.includes(id)).map(({ id }) => id)
  const set = async (ids: readonly number[]) => {
    setWanted(ids)
    try {
      const { record: saved, operation } = await call(api.records.setCollections, {
        params: { teamId, dataRecordId: record.id },
        body: { dataCollectionIds: [...ids] },
      })
      operations.did(operation)
      noteSaved(teamId, saved)
      noteChanged(teamId)
    } catch (error) {
      toast.error(errorText(error))
    }
    setWanted(null)
  }
  return (
    <MultiSelect
      size="xs"
      mt={6}
      aria-label={t('records:record.memberOf')}
      placeholder={own.length === 0 ? t('records:record.addToCollection') : undefined}
      data={collections.map(({ id, pluralName }) => ({ value: String(id), label: pluralName }))}
      value={(wanted ?? own).map(String)}
      onChange={(ids) => void set(ids.map(Number))}
      readOnly={isReadOnly}
      searchable
    />
  )
}
