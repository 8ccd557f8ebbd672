/** "Why is this here?" for one record and one collection of its tree. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useCollections } from '../../fields/public.ts'
import { useCan } from '../../teams/public.ts'
import { Explanation } from './Explanation.tsx'
import classes from './Membership.module.css'

export function WhyDialog({
  teamId,
  recordId,
  recordName,
  dataCollectionId,
  onClose,
}: {
  teamId: number
  recordId: number
  recordName: string
  dataCollectionId: number
  onClose(): void
}) {
  const { t } = useTranslation('membership')
  const can = useCan()
  const [shownId, setShownId] = useState(dataCollectionId)
  const collection = useCollections(teamId).find(({ id }) => id === shownId)
  const names = { record: recordName || t('unnamed'), collection: collection?.pluralName ?? '' }
  return (
    <Dialog title={t('title', names)} onClose={onClose} width={560}>
      <Explanation teamId={teamId} recordId={recordId} dataCollectionId={shownId} onExplain={setShownId} />
      {collection?.isSmartCollection && can('team_admin_data_collections') && (
        <div className={classes.foot}>
          <Button
            component={AppLink}
            href={`/team-${teamId}/admin/data-collections/${shownId}/details`}
            variant="default"
            size="xs"
          >
            {t('openFilter')}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
