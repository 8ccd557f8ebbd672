/** Explains to people why they cannot add or remove records of a smart collection by hand. */
import { Button } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useCan } from '../../teams/public.ts'
import classes from './Membership.module.css'

export function SmartRefusal({
  teamId,
  collection: { id, pluralName },
  onClose,
}: {
  teamId: number
  collection: DataCollection
  onClose(): void
}) {
  const { t } = useTranslation(['membership', 'common'])
  const can = useCan()
  return (
    <Dialog title={t('membership:smart.title', { name: pluralName })} onClose={onClose}>
      <p>{t('membership:smart.text')}</p>
      <div className={classes.foot}>
        {can('team_admin_data_collections') ? (
          <Button component={AppLink} href={`/team-${teamId}/admin/data-collections/${id}/details`} size="xs">
            {t('membership:openFilter')}
          </Button>
        ) : (
          <Button component={AppLink} href={`/team-${teamId}/data-collections/${id}/records`} size="xs">
            {t('membership:smart.openRecords')}
          </Button>
        )}
        <Button variant="default" size="xs" onClick={onClose}>
          {t('common:close')}
        </Button>
      </div>
    </Dialog>
  )
}
