/** Whether a view is public, and its address. */
import { publishedFields } from '@muster/contract/views/views.rules'
import { useTranslation } from 'react-i18next'
import { CopyLine } from '../../../../ui/CopyLine.tsx'
import styles from '../../../../ui/shared.module.css'
import { useTeamId } from '../../../teams/public.ts'
import { useViewDraft } from '../draft-context.ts'
import { useViewFields } from '../use-view-fields.ts'
import { publicUrl } from '../widgets/snippets.ts'
import { DraftFlag } from './DraftFields.tsx'
import { Section } from './Section.tsx'

export function PublicSection() {
  const { t } = useTranslation('viewsAdmin')
  const { view, draft } = useViewDraft()
  const teamId = useTeamId()
  const { fields, nameFieldId } = useViewFields(teamId, view.dataCollectionId)
  const address = publicUrl(window.location.origin, teamId, view.publicKey)
  const named = fields.find(({ id }) => id === (draft.recordNameDataFieldId ?? nameFieldId))
  const published = new Set([...(named ? [named] : []), ...publishedFields(draft, fields)])
  const titles = [...published].map(({ title }) => title)
  return (
    <Section title={t('details.public')} keys={['isVisibleExternally']}>
      <DraftFlag name="isVisibleExternally" label={t('details.visible')} help={t('details.visibleHelp')} />
      {draft.isVisibleExternally && (
        <>
          <p className={styles.note}>{t('details.visibleFields', { fields: titles.join(', ') })}</p>
          <CopyLine
            label={t('details.address')}
            text={address}
            {...(view.isVisibleExternally ? { href: address } : {})}
          />
        </>
      )}
    </Section>
  )
}
