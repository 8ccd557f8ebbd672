/** /team-{id}/admin/message-suppressions: addresses that get nothing, and why. */
import { Button, NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type Suppression, suppressionReasons } from '@muster/contract/messages/consent.api'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, queryKeyOf } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { usePagesOf } from '../../../lib/use-pages-of.ts'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { DataTable, type DataTableColumn } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { ListTools } from '../../../ui/ListTools.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import shared from '../../../ui/shared.module.css'
import { Tag } from '../../../ui/Tag.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useTeamId } from '../../teams/public.ts'
import { Moment } from '../components/Moment.tsx'
import { SuppressDrawer } from './SuppressDrawer.tsx'

const searchDelayMs = 250
const reasonColors = { bounce: 'orange', complaint: 'red', manual: 'gray', stop: 'yellow' } as const

export function SuppressionList() {
  const { t } = useTranslation(['messageSubjects', 'messages', 'common'])
  const errorText = useErrorText()
  const teamId = useTeamId()
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search.trim(), searchDelayMs)
  const [reason, setReason] = useState<Suppression['reason'] | null>(null)
  const [isAdding, setAdding] = useState(false)
  const params = { teamId }
  const query = { ...(settled && { search: settled }), ...(reason && { reason }) }
  const pages = usePagesOf(
    [...queryKeyOf(api.consent.suppressions, { params }), 'pages', query],
    (cursor, signal) =>
      call(api.consent.suppressions, { params, query: { ...query, ...(cursor && { cursor }) } }, { signal }),
  )
  const nameOf = ({ address }: Suppression) => address ?? t('messageSubjects:erased')
  const release = async (suppression: Suppression) => {
    const isSure = await confirm({
      title: t('messageSubjects:release.title', { address: nameOf(suppression) }),
      text: t('messageSubjects:release.text'),
      confirmLabel: t('messageSubjects:act.release'),
      isDestructive: true,
    })
    if (!isSure) return
    try {
      await call(api.consent.release, { params: { teamId, suppressionId: suppression.id } })
      toast.success(t('messageSubjects:done.released', { address: nameOf(suppression) }))
    } catch (error) {
      toast.error(`${t('messageSubjects:failed.release')} ${errorText(error)}`)
    }
    await refreshChanged(queryClient, api.consent.release, { teamId })
  }
  const menuOf = (suppression: Suppression): MenuItem[] => [
    {
      label: t('messageSubjects:act.release'),
      glyph: 'refresh',
      action: () => void release(suppression),
    },
  ]
  const columns: DataTableColumn<Suppression>[] = [
    {
      key: 'address',
      title: t('messageSubjects:address'),
      render: (suppression) => (
        <>
          {nameOf(suppression)}
          <span className={shared.smallLine}>{t(`messages:method.${suppression.deliveryMethodId}`)}</span>
        </>
      ),
    },
    {
      key: 'reason',
      title: t('messageSubjects:reason'),
      width: 200,
      render: (one) => (
        <Tag color={reasonColors[one.reason]}>{t(`messageSubjects:reasons.${one.reason}`)}</Tag>
      ),
    },
    {
      key: 'since',
      title: t('messageSubjects:since'),
      width: 170,
      isMinor: true,
      render: ({ since }) => <Moment at={since} />,
    },
    {
      key: 'until',
      title: t('messageSubjects:until'),
      width: 170,
      isMinor: true,
      render: ({ until }) => (until === null ? t('messageSubjects:forGood') : <Moment at={until} />),
    },
  ]
  const add = (
    <Button leftSection={<Glyph name="plus" />} onClick={() => setAdding(true)}>
      {t('messageSubjects:act.suppress')}
    </Button>
  )
  const isNarrowed = settled !== '' || reason !== null
  return (
    <>
      <PageHeader title={t('messageSubjects:suppressed')} glyph="lock" action={add} />
      <PageBody isWide>
        <ListTools label={t('messageSubjects:searchAddress')} search={search} onSearch={setSearch}>
          <NativeSelect
            size="xs"
            aria-label={t('messageSubjects:reason')}
            value={reason ?? ''}
            data={[
              { value: '', label: t('messageSubjects:allReasons') },
              ...suppressionReasons.map((value) => ({ value, label: t(`messageSubjects:reasons.${value}`) })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              setReason(suppressionReasons.find((one) => one === value) ?? null)
            }
          />
        </ListTools>
        <DataTable
          label={t('messageSubjects:suppressed')}
          {...pages}
          rowKey={({ id }) => id}
          rowMenu={menuOf}
          menuLabel={(suppression) => t('common:reorder.actionsFor', { name: nameOf(suppression) })}
          columns={columns}
          errorTitle={t('messageSubjects:failed.suppressions')}
          empty={
            isNarrowed ? (
              <EmptyState
                glyph="search"
                title={t('common:noResults')}
                text={settled ? t('messageSubjects:wholeAddress') : undefined}
              />
            ) : (
              <EmptyState
                glyph="lock"
                title={t('messageSubjects:noSuppressed')}
                text={t('messageSubjects:noSuppressedText')}
              />
            )
          }
        />
      </PageBody>
      {isAdding && <SuppressDrawer teamId={teamId} onClose={() => setAdding(false)} />}
    </>
  )
}
