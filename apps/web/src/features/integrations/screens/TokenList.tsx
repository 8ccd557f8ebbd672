/** /team-{id}/admin/integrations: API tokens, creating and revoking them, and a first request with a new one. */
import { Button } from '@mantine/core'
import { type ApiScope, includesScope } from '@muster/contract/integrations/api-scopes'
import { type ApiToken, tokenStateOf } from '@muster/contract/integrations/integrations.api'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, useApi } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { confirm } from '../../../ui/confirm.ts'
import { DataTable, type DataTableColumn } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { toast } from '../../../ui/toasts.ts'
import { standingIn, useSignedIn } from '../../auth/public.ts'
import { useTeamId } from '../../teams/public.ts'
import { CreatedToken } from '../components/CreatedToken.tsx'
import { IntegrationsPage } from '../components/IntegrationsPage.tsx'
import { NewToken } from '../components/NewToken.tsx'

const stateColors = { active: 'green', expired: 'gray', revoked: 'gray' } as const

export function TokenList() {
  const { t } = useTranslation(['integrations', 'common'])
  const format = useFormat()
  const teamId = useTeamId()
  const isAdmin = standingIn(useSignedIn(), teamId)?.isTeamAdmin ?? false
  const { data, error, isPending, refetch } = useApi(api.integrations.tokens, { params: { teamId } })
  const [isCreating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const stateOf = (token: ApiToken) => tokenStateOf(token, Date.now())

  const revoke = async ({ id, name }: ApiToken) => {
    const isSure = await confirm({
      title: t('revoke.title', { name }),
      text: t('revoke.text'),
      confirmLabel: t('revoke.confirm'),
      isDestructive: true,
    })
    if (!isSure) return
    try {
      await call(api.integrations.revokeToken, { params: { teamId, apiTokenId: id } })
      toast.success(t('toast.revoked', { name }))
    } catch {
      toast.error(t('toast.revokeFailed'))
    }
    await refreshChanged(queryClient, api.integrations.revokeToken, { teamId })
  }

  const time = (moment: string) => (
    <time dateTime={moment} title={format.fullDateTime(moment)}>
      {format.date(moment)}
    </time>
  )
  const scopesText = (scopes: readonly ApiScope[]) => {
    const data = (['write', 'read'] as const).find((scope) => includesScope(scopes, scope))
    const texts = [data && t(`scope.${data}`), includesScope(scopes, 'hooks') && t('scope.hooks')]
    return texts.filter(Boolean).join(', ')
  }
  const columns: DataTableColumn<ApiToken>[] = [
    { key: 'name', title: t('list.name'), render: ({ name }) => name },
    {
      key: 'prefix',
      title: t('list.token'),
      width: 130,
      render: ({ prefix }) => <code>{`${prefix}…`}</code>,
      isMinor: true,
    },
    {
      key: 'scopes',
      title: t('list.scopes'),
      width: 130,
      render: ({ scopes }) => scopesText(scopes),
    },
    ...(isAdmin
      ? [{ key: 'owner', title: t('list.owner'), render: ({ owner }: ApiToken) => owner, isMinor: true }]
      : []),
    {
      key: 'created',
      title: t('common:created'),
      width: 120,
      render: ({ createdAt }) => time(createdAt),
      isMinor: true,
    },
    {
      key: 'expires',
      title: t('list.expires'),
      width: 120,
      render: ({ expiresAt }) => (expiresAt === null ? t('list.neverExpires') : time(expiresAt)),
      isMinor: true,
    },
    {
      key: 'lastUsed',
      title: t('list.lastUsed'),
      width: 190,
      render: ({ lastUsedAt }) =>
        lastUsedAt === null ? (
          t('list.neverUsed')
        ) : (
          <time dateTime={lastUsedAt} title={format.fullDateTime(lastUsedAt)}>
            {format.dateTime(lastUsedAt)}
          </time>
        ),
      isMinor: true,
    },
    {
      key: 'state',
      title: t('list.state'),
      width: 110,
      render: (token) => <Tag color={stateColors[stateOf(token)]}>{t(`state.${stateOf(token)}`)}</Tag>,
    },
  ]
  const createButton = (
    <Button leftSection={<Glyph name="plus" />} onClick={() => setCreating(true)}>
      {t('form.title')}
    </Button>
  )
  return (
    <>
      <IntegrationsPage section="tokens" action={createButton}>
        <DataTable
          label={t('list.title')}
          rows={data?.items}
          rowKey={({ id }) => id}
          rowMenu={(token) =>
            stateOf(token) === 'active'
              ? [{ label: t('revoke.confirm'), glyph: 'trash', action: () => revoke(token) }]
              : []
          }
          menuLabel={({ name }) => t('list.actions', { name })}
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
        <NewToken
          onCreated={(created) => {
            setCreating(false)
            setSecret(created)
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {secret !== null && <CreatedToken secret={secret} onClose={() => setSecret(null)} />}
    </>
  )
}
