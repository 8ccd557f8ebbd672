/** A record's own page: header, tabs, and below them all fields, the history or a card group. */

import { Avatar, Button } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { RecordDetail } from '@muster/contract/records/records.schema'
import { Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageContext, PageHeader } from '../../../ui/PageHeader.tsx'
import { SaveState } from '../../../ui/SaveState.tsx'
import { PageSkeleton } from '../../../ui/Skeletons.tsx'
import { useUndoKeys } from '../../operations/public.ts'
import { useTeamId } from '../../teams/public.ts'
import { RecordFields } from '../components/RecordFields.tsx'
import { RecordHistory } from '../components/RecordHistory.tsx'
import { RecordMeta } from '../components/RecordMeta.tsx'
import { useDelete } from '../components/use-delete.ts'
import { useRecord } from '../components/use-record.ts'
import { useEdits } from '../data/record-writes.ts'
import classes from './RecordPage.module.css'

interface Shown {
  teamId: number
  record: RecordDetail
  collection: DataCollection | undefined
  fields: readonly DataField[]
}

const RecordContext = createContext<Shown | null>(null)

export function RecordPage() {
  // With the words of all its parts: one that waited for its own would take the screen away for a moment.
  const { t } = useTranslation(['records', 'common', 'shell', 'fields', 'dataTypes', 'errors'])
  const teamId = useTeamId()
  const dataRecordId = Number(useParams({ strict: false, select: (params) => params.dataRecordId }))
  const navigate = useNavigate()
  const { crumbs: trail } = useContext(PageContext)
  const { query, record, collection, fields } = useRecord(teamId, dataRecordId)
  const { remove, restore } = useDelete(teamId)
  const isHistory = useIsHistory()
  const edits = useEdits(teamId, dataRecordId).all(dataRecordId)
  useUndoKeys(teamId)

  if (query.isError) {
    const isGone = query.error instanceof ApiError && query.error.status === 404
    return (
      <>
        <PageHeader title={t('records:record.title')} glyph="table" />
        {isGone ? (
          <EmptyState glyph="table" title={t('records:record.gone')} text={t('records:record.goneText')} />
        ) : (
          <ErrorState error={query.error} onRetry={() => query.refetch()} />
        )}
      </>
    )
  }
  if (!record) return <PageSkeleton />

  const base = `/team-${teamId}/data-records/${record.id}`
  const isDeleted = record.deletedAt !== null
  const list = collection && `/team-${teamId}/data-collections/${collection.id}/records`
  const menu = [
    ...(isDeleted || !record.canDelete
      ? []
      : [
          {
            label: t('common:delete'),
            glyph: 'trash' as const,
            action: async () => {
              if ((await remove(record)) && list) await navigate({ to: list as '/' })
            },
          },
        ]),
  ]
  return (
    <RecordContext value={{ teamId, record, collection, fields }}>
      <PageHeader
        title={record.name || t('records:record.unnamed')}
        icon={collection?.icon}
        crumbs={[
          ...trail,
          { label: t('shell:nav.dataCollections'), url: `/team-${teamId}/data-collections` },
          ...(collection && list ? [{ label: collection.pluralName, url: list }] : []),
        ]}
        aside={
          <>
            {record.avatar && <Avatar src={record.avatar} alt="" size={28} />}
            {edits.length > 0 && (
              <SaveState state={edits.some((edit) => edit.state === 'failed') ? 'failed' : 'saving'} />
            )}
          </>
        }
        menuItems={menu}
        tabs={[
          { label: t('records:record.allFields'), url: `${base}/all-fields`, isActive: !isHistory },
          { label: t('records:record.history'), url: `${base}/all-fields?tab=history`, isActive: isHistory },
        ]}
      />
      {isDeleted && (
        <div className={classes.notice}>
          {t('records:trash.one')}
          {record.canDelete && (
            <Button size="xs" variant="default" onClick={() => void restore(record)}>
              {t('common:restore')}
            </Button>
          )}
        </div>
      )}
      <Outlet />
    </RecordContext>
  )
}

const useIsHistory = () => (useSearch({ strict: false }) as Record<string, unknown>).tab === 'history'

function useShown(): Shown {
  const shown = useContext(RecordContext)
  if (!shown) throw new Error('Outside a record page')
  return shown
}

export function RecordAllFields() {
  const { teamId, record, fields } = useShown()
  const isHistory = useIsHistory()
  const isReadOnly = !record.canUpdate || record.deletedAt !== null
  return (
    <PageBody>
      {isHistory ? (
        <RecordHistory teamId={teamId} record={record} fields={fields} isReadOnly={isReadOnly} />
      ) : (
        <>
          <RecordFields
            key={record.id}
            teamId={teamId}
            record={record}
            fields={fields}
            isReadOnly={isReadOnly}
            variant="page"
          />
          <RecordMeta teamId={teamId} record={record} isReadOnly={record.deletedAt !== null} />
        </>
      )}
    </PageBody>
  )
}

/** A card group's page: nobody can make card groups yet, so there is none to show. */
export function RecordTab() {
  const { t } = useTranslation('records')
  return <EmptyState glyph="dashboard" title={t('record.noCards')} />
}
