/** The header and the tabs that the screens of the system's settings share. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../../ui/PageHeader.tsx'

const base = '/sys-admin/settings'

export function SettingsPage({
  section,
  action,
  children,
}: {
  section: 'security' | 'backup'
  action?: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation('sysAdmin')
  return (
    <>
      <PageHeader
        title={t('settings.title')}
        glyph="settings"
        action={action}
        tabs={[
          { label: t('settings.security'), url: base, isActive: section === 'security' },
          { label: t('settings.backup'), url: `${base}/backup`, isActive: section === 'backup' },
        ]}
      />
      {children}
    </>
  )
}
