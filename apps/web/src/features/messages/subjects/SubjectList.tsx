/** /team-{id}/admin/message-subjects: what people can subscribe to, and the page where they do. */
import { Button } from '@mantine/core'
import type { MessageSubject } from '@muster/contract/messages/consent.api'
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import { CopyLine } from '../../../ui/CopyLine.tsx'
import { DataTable, type DataTableColumn } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import shared from '../../../ui/shared.module.css'
import { Tag } from '../../../ui/Tag.tsx'
import { useTeamId } from '../../teams/public.ts'
import { SubjectDrawer } from './SubjectDrawer.tsx'
import { SubscribeDrawer } from './SubscribeDrawer.tsx'
import { useRemoveSubject } from './use-remove-subject.ts'

export function SubjectList() {
  const { t } = useTranslation(['messageSubjects', 'common'])
  const format = useFormat()
  const teamId = useTeamId()
  const remove = useRemoveSubject(teamId)
  const { data, error, isPending, refetch } = useApi(api.consent.subjects, { params: { teamId } })
  const [edited, setEdited] = useState<MessageSubject | 'new' | null>(null)
  const [subscribed, setSubscribed] = useState<MessageSubject | null>(null)
  const menuOf = (subject: MessageSubject): MenuItem[] => [
    { label: t('common:edit'), glyph: 'edit', action: () => setEdited(subject) },
    { label: t('messageSubjects:act.subscribe'), glyph: 'users', action: () => setSubscribed(subject) },
    {
      label: t('messageSubjects:act.delete'),
      glyph: 'trash',
      isSeparated: true,
      action: () => void remove(subject),
    },
  ]
  const count = (method: DeliveryMethod): DataTableColumn<MessageSubject> => ({
    key: method,
    title: t(`messageSubjects:subscribers.${method}`),
    align: 'right',
    width: 170,
    render: ({ subscribers }) => format.number(subscribers[method]),
    sortBy: ({ subscribers }) => subscribers[method],
  })
  const columns: DataTableColumn<MessageSubject>[] = [
    {
      key: 'externalName',
      title: t('messageSubjects:externalName'),
      render: (subject) => (
        <>
          <button type="button" className={shared.link} onClick={() => setEdited(subject)}>
            {subject.externalName}
          </button>
          {subject.description && <span className={shared.smallLine}>{subject.description}</span>}
        </>
      ),
      sortBy: ({ externalName }) => externalName,
    },
    {
      key: 'isPublic',
      title: t('messageSubjects:who'),
      width: 190,
      isMinor: true,
      render: ({ isPublic, isDoubleOptIn }) => (
        <span className={shared.chips}>
          {isPublic ? (
            <Tag color="green">{t('messageSubjects:isPublic')}</Tag>
          ) : (
            <Tag>{t('messageSubjects:isInternal')}</Tag>
          )}
          {!isDoubleOptIn && <Tag color="orange">{t('messageSubjects:isSingleOptIn')}</Tag>}
        </span>
      ),
    },
    count('EMAIL'),
    count('SMS'),
  ]
  const create = (
    <Button leftSection={<Glyph name="plus" />} onClick={() => setEdited('new')}>
      {t('messageSubjects:new')}
    </Button>
  )
  const page = `${window.location.origin}/public/team-${teamId}/subscribe`
  return (
    <>
      <PageHeader title={t('messageSubjects:title')} glyph="bell" action={create} />
      <PageBody isWide>
        <div className={shared.stack16}>
          {data?.items.some(({ isPublic }) => isPublic) && (
            <CopyLine
              label={t('messageSubjects:page')}
              help={t('messageSubjects:pageHelp')}
              text={page}
              href={page}
            />
          )}
          <DataTable
            label={t('messageSubjects:title')}
            rows={data?.items}
            rowKey={({ id }) => id}
            rowMenu={menuOf}
            menuLabel={({ externalName }) => t('common:reorder.actionsFor', { name: externalName })}
            columns={columns}
            isLoading={isPending}
            error={error}
            errorTitle={t('messageSubjects:failed.list')}
            onRetry={refetch}
            initialSort={{ key: 'externalName' }}
            empty={
              <EmptyState
                glyph="bell"
                title={t('messageSubjects:none')}
                text={t('messageSubjects:noneText')}
                action={create}
              />
            }
          />
        </div>
      </PageBody>
      {edited && (
        <SubjectDrawer
          teamId={teamId}
          subject={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {subscribed && (
        <SubscribeDrawer teamId={teamId} subject={subscribed} onClose={() => setSubscribed(null)} />
      )}
    </>
  )
}
