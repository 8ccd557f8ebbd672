/** Which version new runs get, or why there is none yet. A version is made when the first run of it starts. */
import { useTranslation } from 'react-i18next'
import { Tag } from '../../../ui/Tag.tsx'

export function VersionTag({
  liveVersion,
  isOpen,
  hasProblems,
}: {
  liveVersion: number | null
  isOpen: boolean
  hasProblems: boolean
}) {
  const { t } = useTranslation('wizards')
  if (liveVersion === null && hasProblems) return <Tag>{t('version.none')}</Tag>
  if (!isOpen) return <Tag color="yellow">{t('version.closed')}</Tag>
  return (
    <Tag color="green">
      {liveVersion === null ? t('version.ready') : t('version.live', { number: liveVersion })}
    </Tag>
  )
}
