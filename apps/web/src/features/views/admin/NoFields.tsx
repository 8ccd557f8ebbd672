/** Shown where a collection has no fields that a view could use. */
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../ui/AppLink.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { useTeamId } from '../../teams/public.ts'
import { useViewDraft } from './draft-context.ts'

export function NoFields() {
  const { view, isPanel } = useViewDraft()
  const notice = <NoFieldsNotice dataCollectionId={view.dataCollectionId} />
  return isPanel ? notice : <PageBody>{notice}</PageBody>
}

export function NoFieldsNotice({ dataCollectionId }: { dataCollectionId: number }) {
  const { t } = useTranslation(['viewsAdmin', 'errors'])
  const teamId = useTeamId()
  return (
    <div role="alert">
      <EmptyState
        glyph="warning"
        title={t('errors:field.view_without_fields')}
        action={
          <AppLink href={`/team-${teamId}/admin/data-collections/${dataCollectionId}/data-fields`}>
            {t('viewsAdmin:new.addFields')}
          </AppLink>
        }
      />
    </div>
  )
}
