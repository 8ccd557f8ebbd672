/** The header and sections that the screens of integrations share. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { useTeamId } from '../../teams/public.ts'

export function IntegrationsPage({
  section,
  action,
  children,
}: {
  section: 'tokens' | 'webhooks'
  action: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation(['integrations', 'webhooks'])
  const base = `/team-${useTeamId()}/admin/integrations`
  const titles = { tokens: t('list.title'), webhooks: t('webhooks:list.title') }
  return (
    <>
      <PageHeader
        title={titles[section]}
        glyph="link"
        action={action}
        menuItems={[{ label: t('list.docs'), glyph: 'external', url: '/api/docs', target: '_blank' }]}
        tabs={[
          { label: titles.tokens, url: base, isActive: section === 'tokens' },
          { label: titles.webhooks, url: `${base}/webhooks`, isActive: section === 'webhooks' },
        ]}
      />
      <PageBody isWide>{children}</PageBody>
    </>
  )
}
