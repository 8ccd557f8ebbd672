/** /team-{id}/admin/message-senders: from whom messages go, and what holds for all of them. */
import { Button } from '@mantine/core'
import type { Sender } from '@muster/contract/messages/senders.api'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import { DataTable, type DataTableColumn } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import shared from '../../../ui/shared.module.css'
import { Tag } from '../../../ui/Tag.tsx'
import { useTeamId } from '../../teams/public.ts'
import { ChecksDrawer } from './ChecksDrawer.tsx'
import { MessageSettingsForm } from './MessageSettingsForm.tsx'
import { SenderDrawer } from './SenderDrawer.tsx'
import classes from './senders.module.css'
import { useSenderActs } from './use-sender-acts.ts'

const stateColors = { active: 'green', paused: 'yellow', failing: 'red' } as const

export function SenderList() {
  const { t } = useTranslation(['messageSenders', 'common'])
  const format = useFormat()
  const teamId = useTeamId()
  const acts = useSenderActs(teamId)
  const { data, error, isPending, refetch } = useApi(api.messageSenders.list, { params: { teamId } })
  const [edited, setEdited] = useState<Sender | 'new' | null>(null)
  const [checkedId, setCheckedId] = useState<number | null>(null)
  const checked = data?.items.find(({ id }) => id === checkedId)
  const menuOf = (sender: Sender): MenuItem[] => [
    { label: t('common:edit'), glyph: 'edit', action: () => setEdited(sender) },
    { label: t('messageSenders:checks.title'), glyph: 'shield', action: () => setCheckedId(sender.id) },
    ...(sender.isDefault
      ? []
      : [
          {
            label: t('messageSenders:act.makeDefault'),
            glyph: 'pin' as const,
            action: () => void acts.change(sender, { isDefault: true }, 'madeDefault'),
          },
        ]),
    sender.state === 'paused'
      ? {
          label: t('messageSenders:act.resume'),
          glyph: 'refresh',
          action: () => void acts.change(sender, { state: 'active' }, 'resumed'),
        }
      : {
          label: t('messageSenders:act.pause'),
          glyph: 'clock',
          action: () => void acts.change(sender, { state: 'paused' }, 'paused'),
        },
    {
      label: t('messageSenders:act.delete'),
      glyph: 'trash',
      isSeparated: true,
      action: () => void acts.remove(sender),
    },
  ]
  const columns: DataTableColumn<Sender>[] = [
    {
      key: 'name',
      title: t('common:name'),
      render: (sender) => (
        <>
          <button type="button" className={shared.link} onClick={() => setEdited(sender)}>
            {sender.name}
          </button>{' '}
          {sender.isDefault && <Tag>{t('messageSenders:default')}</Tag>}
          <span className={shared.smallLine}>
            {sender.fromName ? `${sender.fromName} <${sender.fromAddress}>` : sender.fromAddress}
          </span>
        </>
      ),
      sortBy: ({ name }) => name,
    },
    {
      key: 'transport',
      title: t('messageSenders:transport'),
      isMinor: true,
      render: ({ transport }) => t(`messageSenders:transports.${transport}`),
    },
    {
      key: 'rate',
      title: t('messageSenders:ratePerSecond'),
      align: 'right',
      width: 150,
      isMinor: true,
      render: ({ ratePerSecond }) => format.number(ratePerSecond),
    },
    {
      key: 'checks',
      title: t('messageSenders:checks.title'),
      width: 150,
      isMinor: true,
      render: ({ checks, checkedAt }) => {
        if (checkedAt === null) return t('messageSenders:checks.never')
        const bad = checks.filter(({ isOk }) => !isOk).length
        return bad === 0 ? (
          <Tag color="green">{t('messageSenders:checks.ok')}</Tag>
        ) : (
          <Tag color="orange">{t('messageSenders:checks.bad', { count: bad })}</Tag>
        )
      },
    },
    {
      key: 'state',
      title: t('messageSenders:state'),
      width: 110,
      render: ({ state }) => <Tag color={stateColors[state]}>{t(`messageSenders:states.${state}`)}</Tag>,
    },
  ]
  const create = (
    <Button leftSection={<Glyph name="plus" />} onClick={() => setEdited('new')}>
      {t('messageSenders:new')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('messageSenders:title')} glyph="send" action={create} />
      <PageBody isWide>
        <div className={classes.page}>
          <DataTable
            label={t('messageSenders:title')}
            rows={data?.items}
            rowKey={({ id }) => id}
            rowMenu={menuOf}
            menuLabel={({ name }) => t('common:reorder.actionsFor', { name })}
            columns={columns}
            isLoading={isPending}
            error={error}
            errorTitle={t('messageSenders:failed.list')}
            onRetry={refetch}
            initialSort={{ key: 'name' }}
            empty={
              <EmptyState
                glyph="send"
                title={t('messageSenders:none')}
                text={t('messageSenders:noneText')}
                action={create}
              />
            }
          />
          <MessageSettingsForm teamId={teamId} />
        </div>
      </PageBody>
      {edited && (
        <SenderDrawer
          teamId={teamId}
          sender={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={(sender) => {
            setEdited(null)
            setCheckedId(sender.id)
          }}
        />
      )}
      {checked && <ChecksDrawer sender={checked} acts={acts} onClose={() => setCheckedId(null)} />}
    </>
  )
}
