/** What the system administrator should fix on the server; nothing for others, and nothing while all is well. */
import { Alert, List } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { Glyph } from '../../../ui/Glyph.tsx'
import { useSession } from '../../auth/public.ts'

export function SystemWarnings() {
  const { t } = useTranslation(['sysAdmin'])
  const session = useSession()
  const isSysAdmin = session.status === 'signedIn' && session.user.isSysAdmin
  const { data } = useApi(api.sysAdmin.warnings, {}, { enabled: isSysAdmin })
  if (!data || data.items.length === 0) return null
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<Glyph name="warning" />}
      mb="md"
      aria-label={t('warnings.title')}
    >
      <List listStyleType="none">
        {data.items.map((warning) => (
          <List.Item key={warning}>{t(`warnings.${warning}`)}</List.Item>
        ))}
      </List>
    </Alert>
  )
}
