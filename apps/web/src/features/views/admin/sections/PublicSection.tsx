/** Whether a view is public, and its address. */
import { useTranslation } from 'react-i18next'
import { useTeamId } from '../../../teams/public.ts'
import { CopyLine } from '../CopyLine.tsx'
import { useViewDraft } from '../draft-context.ts'
import { publicUrl } from '../widgets/snippets.ts'
import { DraftFlag } from './DraftFields.tsx'
import { Section } from './Section.tsx'

export function PublicSection() {
  const { t } = useTranslation('viewsAdmin')
  const { view, draft } = useViewDraft()
  const teamId = useTeamId()
  const address = publicUrl(window.location.origin, teamId, view.id)
  return (
    <Section title={t('details.public')}>
      <DraftFlag name="isVisibleExternally" label={t('details.visible')} help={t('details.visibleHelp')} />
      {draft.isVisibleExternally && (
        <CopyLine
          label={t('details.address')}
          text={address}
          {...(view.isVisibleExternally ? { href: address } : {})}
        />
      )}
    </Section>
  )
}
