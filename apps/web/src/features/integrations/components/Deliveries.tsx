/** What a webhook has sent and has to send, newest first, with what failed to send again. */
import { Button } from '@mantine/core'
import {
  deliveryRetentionDays,
  type Webhook,
  type WebhookDelivery,
} from '@muster/contract/integrations/webhooks.api'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, useApi } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { DataTable, type DataTableColumn } from '../../../ui/DataTable.tsx'
import { Drawer } from '../../../ui/Drawer.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import shared from '../../../ui/shared.module.css'
import { Tag } from '../../../ui/Tag.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useTeamId } from '../../teams/public.ts'
import { AnswerTag } from './AnswerTag.tsx'
import { TestButton } from './TestButton.tsx'
import classes from './Tokens.module.css'

const stateColors = { waiting: 'blue', delivered: 'green', failed: 'red', skipped: 'gray' } as const

export function Deliveries({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const { t } = useTranslation('webhooks')
  const format = useFormat()
  const errorText = useErrorText()
  const params = { teamId: useTeamId(), webhookId: webhook.id }
  /** Older pages begin before these deliveries. */
  const [before, setBefore] = useState<number | undefined>(undefined)
  const { data, error, isPending, refetch } = useApi(api.webhooks.deliveries, {
    params,
    query: before === undefined ? {} : { before },
  })

  const replay = async (deliveryIds?: number[]) => {
    try {
      const { count } = await call(api.webhooks.replay, {
        params,
        body: deliveryIds ? { deliveryIds } : {},
      })
      toast.success(t('deliveries.replayed', { count }))
    } catch (problem) {
      toast.error(errorText(problem))
    }
    await refreshChanged(queryClient, api.webhooks.replay, params)
  }

  const when = ({ at, state, nextAt }: WebhookDelivery) => (
    <>
      <time dateTime={at} title={format.fullDateTime(at)}>
        {format.dateTime(at)}
      </time>
      {state === 'waiting' && nextAt !== null && Date.parse(nextAt) > Date.now() && (
        <span className={shared.smallLine}>{t('deliveries.next', { when: format.dateTime(nextAt) })}</span>
      )}
    </>
  )
  const columns: DataTableColumn<WebhookDelivery>[] = [
    { key: 'at', title: t('deliveries.at'), render: when },
    {
      key: 'kind',
      title: t('deliveries.kind'),
      render: ({ kind, dataRecordIds }) => (
        <>
          {t(`kind.${kind}`)}
          <span className={shared.smallLine}>{t('deliveries.records', { count: dataRecordIds.length })}</span>
        </>
      ),
    },
    {
      key: 'state',
      title: t('list.state'),
      width: 130,
      render: ({ state, status, error: code, attempts }) => (
        <>
          <Tag color={stateColors[state]}>{t(`deliveryState.${state}`)}</Tag>{' '}
          {state !== 'delivered' && attempts > 0 && <AnswerTag status={status} error={code} />}
        </>
      ),
    },
  ]
  const canReplay = webhook.state !== 'ended'
  return (
    <Drawer title={t('deliveries.title', { host: new URL(webhook.url).host })} isModal onClose={onClose}>
      <div className={classes.created}>
        <TestButton webhookId={webhook.id} />
        {canReplay && webhook.failed > 0 && (
          <Button variant="default" leftSection={<Glyph name="refresh" />} onClick={() => void replay()}>
            {t('deliveries.replayFailed', { count: webhook.failed })}
          </Button>
        )}
        <DataTable
          label={t('deliveries.label')}
          rows={data?.items}
          rowKey={({ id }) => id}
          columns={columns}
          rowMenu={({ id, state }) =>
            canReplay && (state === 'failed' || state === 'delivered')
              ? [{ label: t('deliveries.replay'), glyph: 'refresh', action: () => replay([id]) }]
              : []
          }
          menuLabel={({ at }) => t('deliveries.actions', { when: format.dateTime(at) })}
          isLoading={isPending}
          error={error}
          onRetry={refetch}
          empty={
            <EmptyState
              glyph="send"
              title={t('deliveries.empty')}
              text={t('deliveries.emptyText', { days: deliveryRetentionDays })}
            />
          }
        />
        <div className={classes.head}>
          {before !== undefined && (
            <Button variant="default" size="xs" onClick={() => setBefore(undefined)}>
              {t('deliveries.newest')}
            </Button>
          )}
          {data?.hasMore && (
            <Button variant="default" size="xs" onClick={() => setBefore(data.items.at(-1)?.id)}>
              {t('deliveries.older')}
            </Button>
          )}
        </div>
      </div>
    </Drawer>
  )
}
