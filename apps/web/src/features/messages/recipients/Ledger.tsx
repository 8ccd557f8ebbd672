/** Every recipient of a message with what became of their mail or SMS. */
import { NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { exclusionReasons, recipientStates } from '@muster/contract/messages/messages.machine'
import type { ListRecipients, Recipient } from '@muster/contract/messages/messages.schema'
import { type NotificationOutcome, notificationOutcomes } from '@muster/contract/messages/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, queryKeyOf, queryOf } from '../../../lib/api.ts'
import { usePagesOf } from '../../../lib/use-pages-of.ts'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import { DataTable, type DataTableColumn } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ListTools } from '../../../ui/ListTools.tsx'
import shared from '../../../ui/shared.module.css'
import { Moment } from '../components/Moment.tsx'
import { PreviewDialog } from '../content/PreviewDialog.tsx'
import { useMessagePage } from '../flow/message-context.ts'
import { NotificationHistory } from './NotificationHistory.tsx'
import { RecipientState } from './RecipientState.tsx'

const searchDelayMs = 250
const outcomes = Object.keys(notificationOutcomes) as NotificationOutcome[]

/** What one choice of the filter asks for: a state, an outcome or a reason. */
function narrowingOf(choice: string): Partial<Pick<ListRecipients, 'state' | 'outcome' | 'reason'>> {
  const state = recipientStates.find((one) => `state-${one}` === choice)
  const outcome = outcomes.find((one) => `outcome-${one}` === choice)
  const reason = exclusionReasons.find((one) => `reason-${one}` === choice)
  return { ...(state && { state }), ...(outcome && { outcome }), ...(reason && { reason }) }
}

export function Ledger() {
  const { t } = useTranslation(['messages', 'common'])
  const { teamId, message } = useMessagePage()
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search.trim(), searchDelayMs)
  const [choice, setChoice] = useState('')
  const [open, setOpen] = useState<{ what: 'content' | 'history'; recipient: Recipient } | null>(null)
  const params = { teamId, outgoingMessageId: message.id }
  const query = { ...narrowingOf(choice), ...(settled && { search: settled }) }
  const pages = usePagesOf(
    [...queryKeyOf(api.messages.recipients, { params }), 'pages', query],
    (cursor, signal) =>
      call(api.messages.recipients, { params, query: { ...query, ...(cursor && { cursor }) } }, { signal }),
  )
  const nameOf = ({ name, address }: Recipient) => name || address || t('messages:recipients.erased')
  const menuOf = (recipient: Recipient): MenuItem[] => [
    ...(recipient.state === 'excluded'
      ? []
      : [
          {
            label: t('messages:recipients.content'),
            glyph: 'mail' as const,
            action: () => setOpen({ what: 'content', recipient }),
          },
        ]),
    {
      label: t('messages:recipients.history'),
      glyph: 'history',
      action: () => setOpen({ what: 'history', recipient }),
    },
    ...(recipient.dataRecordId === null
      ? []
      : [
          {
            label: t('messages:act.view'),
            glyph: 'eye' as const,
            url: `/team-${teamId}/data-records/${recipient.dataRecordId}`,
          },
        ]),
  ]
  const columns: DataTableColumn<Recipient>[] = [
    {
      key: 'name',
      title: t('messages:recipients.name'),
      render: (recipient) => (
        <>
          {nameOf(recipient)}
          {recipient.name && recipient.address && (
            <span className={shared.smallLine}>{recipient.address}</span>
          )}
        </>
      ),
    },
    {
      key: 'state',
      title: t('messages:column.status'),
      render: (recipient) => <RecipientState recipient={recipient} />,
    },
    {
      key: 'last',
      title: t('messages:recipients.last'),
      width: 150,
      isMinor: true,
      render: ({ lastNotification }) =>
        lastNotification === null ? '' : t(`messages:notification.${lastNotification}`),
    },
    {
      key: 'at',
      title: t('messages:recipients.at'),
      width: 160,
      isMinor: true,
      render: ({ lastAt, handedAt }) => <Moment at={lastAt ?? handedAt} />,
    },
  ]
  const isNarrowed = choice !== '' || settled !== ''
  return (
    <>
      <ListTools label={t('messages:recipients.search')} search={search} onSearch={setSearch}>
        <NativeSelect
          size="xs"
          aria-label={t('messages:recipients.filter')}
          value={choice}
          data={[
            { value: '', label: t('messages:recipients.all') },
            {
              group: t('messages:column.status'),
              items: recipientStates.map((one) => ({
                value: `state-${one}`,
                label: t(`messages:state.${one}`),
              })),
            },
            {
              group: t('messages:recipients.outcome'),
              items: outcomes.map((one) => ({
                value: `outcome-${one}`,
                label: t(`messages:outcome.${one}`),
              })),
            },
            {
              group: t('messages:recipients.reason'),
              items: exclusionReasons.map((one) => ({
                value: `reason-${one}`,
                label: t(`messages:reason.${one}`),
              })),
            },
          ]}
          onChange={(event) => setChoice(event.currentTarget.value)}
        />
      </ListTools>
      <DataTable
        label={t('messages:tab.recipients')}
        {...pages}
        rowKey={({ id }) => id}
        rowMenu={menuOf}
        menuLabel={(recipient) => t('common:reorder.actionsFor', { name: nameOf(recipient) })}
        columns={columns}
        errorTitle={t('messages:recipients.failed')}
        empty={
          <EmptyState
            glyph="users"
            title={isNarrowed ? t('common:noResults') : t('messages:recipients.none')}
          />
        }
      />
      {open?.what === 'content' && (
        <PreviewDialog
          title={t('messages:recipients.content')}
          query={queryOf(api.messages.recipientContent, {
            params: { ...params, recipientId: open.recipient.id },
          })}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.what === 'history' && (
        <NotificationHistory
          recipientId={open.recipient.id}
          name={nameOf(open.recipient)}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
