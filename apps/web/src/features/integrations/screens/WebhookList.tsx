/** /team-{id}/admin/integrations/webhooks: webhooks with their deliveries, pausing, resuming and deleting them. */
import { Button } from '@mantine/core'
import type { Webhook } from '@muster/contract/integrations/webhooks.api'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, useApi } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { useFormat } from '../../../lib/use-format.ts'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { DataTable, type DataTableColumn } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import shared from '../../../ui/shared.module.css'
import { Tag } from '../../../ui/Tag.tsx'
import { toast } from '../../../ui/toasts.ts'
import { standingIn, useSignedIn } from '../../auth/public.ts'
import { useCollections } from '../../fields/public.ts'
import { useTeamId } from '../../teams/public.ts'
import { CreatedWebhook } from '../components/CreatedWebhook.tsx'
import { Deliveries } from '../components/Deliveries.tsx'
import { IntegrationsPage } from '../components/IntegrationsPage.tsx'
import { type CreatedSecret, NewWebhook } from '../components/NewWebhook.tsx'

const stateColors = { active: 'green', failing: 'orange', paused: 'yellow', ended: 'gray' } as const

/** An active webhook that fails is shown as such. */
const stateOf = ({ state, failingSince }: Webhook): keyof typeof stateColors =>
  state === 'active' && failingSince !== null ? 'failing' : state

export function WebhookList() {
  const { t } = useTranslation('webhooks')
  const format = useFormat()
  const errorText = useErrorText()
  const teamId = useTeamId()
  const isAdmin = standingIn(useSignedIn(), teamId)?.isTeamAdmin ?? false
  const collections = useCollections(teamId)
  const { data, error, isPending, refetch } = useApi(api.webhooks.webhooks, { params: { teamId } })
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<CreatedSecret | null>(null)
  const [shownId, setShownId] = useState<number | null>(null)
  const shown = data?.items.find(({ id }) => id === shownId)
  const hostOf = ({ url }: Webhook) => new URL(url).host

  const act = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work()
      toast.success(done)
    } catch (problem) {
      toast.error(errorText(problem))
    }
    await refreshChanged(queryClient, api.webhooks.changeWebhook, { teamId })
  }
  const setActive = (webhook: Webhook, isActive: boolean) =>
    act(
      () =>
        call(api.webhooks.changeWebhook, { params: { teamId, webhookId: webhook.id }, body: { isActive } }),
      t(isActive ? 'toast.resumed' : 'toast.paused', { host: hostOf(webhook) }),
    )
  const remove = async (webhook: Webhook) => {
    const isSure = await confirm({
      title: t('delete.title', { host: hostOf(webhook) }),
      text: t('delete.text'),
      confirmLabel: t('delete.confirm'),
      isDestructive: true,
    })
    if (!isSure) return
    const params = { teamId, webhookId: webhook.id }
    await act(
      () => call(api.webhooks.deleteWebhook, { params }),
      t('toast.deleted', { host: hostOf(webhook) }),
    )
  }
  const menuOf = (webhook: Webhook): MenuItem[] => [
    { label: t('list.deliveries'), glyph: 'send', action: () => setShownId(webhook.id) },
    ...(webhook.state === 'active'
      ? [{ label: t('list.pause'), glyph: 'clock' as const, action: () => setActive(webhook, false) }]
      : []),
    ...(webhook.state === 'paused'
      ? [{ label: t('list.resume'), glyph: 'refresh' as const, action: () => setActive(webhook, true) }]
      : []),
    { label: t('delete.confirm'), glyph: 'trash', action: () => remove(webhook) },
  ]

  const columns: DataTableColumn<Webhook>[] = [
    {
      key: 'url',
      title: t('list.url'),
      render: (webhook) => (
        <>
          {hostOf(webhook)}
          <span className={shared.smallLine}>
            {webhook.kinds.map((kind) => t(`kind.${kind}`)).join(', ')}
          </span>
        </>
      ),
    },
    {
      key: 'collection',
      title: t('list.collection'),
      render: ({ dataCollectionId }) =>
        collections.find(({ id }) => id === dataCollectionId)?.pluralName ?? t('list.collectionGone'),
    },
    ...(isAdmin
      ? [{ key: 'owner', title: t('list.owner'), render: ({ owner }: Webhook) => owner, isMinor: true }]
      : []),
    {
      key: 'last',
      title: t('list.lastDelivered'),
      width: 190,
      isMinor: true,
      render: ({ lastDeliveredAt }) =>
        lastDeliveredAt === null ? (
          t('list.never')
        ) : (
          <time dateTime={lastDeliveredAt} title={format.fullDateTime(lastDeliveredAt)}>
            {format.dateTime(lastDeliveredAt)}
          </time>
        ),
    },
    {
      key: 'waiting',
      title: t('list.waiting'),
      align: 'right',
      width: 110,
      isMinor: true,
      render: ({ waiting }) => format.number(waiting),
    },
    {
      key: 'failed',
      title: t('list.failed'),
      align: 'right',
      width: 110,
      isMinor: true,
      render: ({ failed }) => format.number(failed),
    },
    {
      key: 'state',
      title: t('list.state'),
      width: 110,
      render: (webhook) => <Tag color={stateColors[stateOf(webhook)]}>{t(`state.${stateOf(webhook)}`)}</Tag>,
    },
  ]
  const createButton = (
    <Button leftSection={<Glyph name="plus" />} onClick={() => setCreating(true)}>
      {t('form.title')}
    </Button>
  )
  return (
    <>
      <IntegrationsPage section="webhooks" action={createButton}>
        <DataTable
          label={t('list.title')}
          rows={data?.items}
          rowKey={({ id }) => id}
          rowMenu={menuOf}
          menuLabel={(webhook) => t('list.actions', { host: hostOf(webhook) })}
          isLoading={isPending}
          error={error}
          errorTitle={t('list.error')}
          onRetry={refetch}
          columns={columns}
          empty={
            <EmptyState
              glyph="link"
              title={t('list.empty')}
              text={t('list.emptyText')}
              action={createButton}
            />
          }
        />
      </IntegrationsPage>
      {isCreating && (
        <NewWebhook
          onCreated={(secret) => {
            setCreating(false)
            setCreated(secret)
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {created && <CreatedWebhook {...created} onClose={() => setCreated(null)} />}
      {shown && <Deliveries webhook={shown} onClose={() => setShownId(null)} />}
    </>
  )
}
