/** The sections of the integrations. */
import { useTranslation } from 'react-i18next'
import type { Tab } from '../../../ui/PageHeader.tsx'
import { useTeamId } from '../../teams/public.ts'

export function useIntegrationTabs(current: 'tokens' | 'webhooks'): readonly Tab[] {
  const { t } = useTranslation(['integrations', 'webhooks'])
  const base = `/team-${useTeamId()}/admin/integrations`
  return [
    { label: t('list.title'), url: base, isActive: current === 'tokens' },
    { label: t('webhooks:list.title'), url: `${base}/webhooks`, isActive: current === 'webhooks' },
  ]
}
