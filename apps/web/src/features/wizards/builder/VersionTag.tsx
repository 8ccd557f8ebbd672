/** Which version new runs get, or why there are none. */
import { useTranslation } from 'react-i18next'
import { Tag } from '../../../ui/Tag.tsx'

export function VersionTag({ liveVersion, isOpen }: { liveVersion: number | null; isOpen: boolean }) {
  const { t } = useTranslation('wizards')
  if (liveVersion === null) return <Tag>{t('version.none')}</Tag>
  if (!isOpen) return <Tag color="yellow">{t('version.closed')}</Tag>
  return <Tag color="green">{t('version.live', { number: liveVersion })}</Tag>
}
