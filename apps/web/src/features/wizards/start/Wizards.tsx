/** /team-{id}/wizards: the wizards that one may run. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../ui/AppLink.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import styles from '../../../ui/shared.module.css'
import { useTeamId } from '../../teams/public.ts'
import { OwnRuns } from './OwnRuns.tsx'
import { useRunnable, wizardUrl } from './use-runnable.ts'
import classes from './Wizards.module.css'

export function Wizards() {
  const { t } = useTranslation(['wizardRuns', 'shell'])
  const teamId = useTeamId()
  const { data, error, refetch } = useRunnable(teamId)
  return (
    <>
      <PageHeader title={t('shell:nav.wizards')} glyph="wizard" />
      <PageBody>
        <OwnRuns teamId={teamId} />
        {!data && error ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : !data ? (
          <TableSkeleton columns={2} />
        ) : data.items.length === 0 ? (
          <EmptyState glyph="wizard" title={t('list.none')} />
        ) : (
          <ul className={styles.plainList}>
            {data.items.map((wizard) => (
              <li key={wizard.id} className={classes.wizard}>
                <Icon name={wizard.icon} size={20} />
                <div className={styles.texts}>
                  <AppLink href={wizardUrl(teamId, wizard.id)} className={classes.name}>
                    {wizard.name}
                  </AppLink>
                  {wizard.description && <span className={styles.note}>{wizard.description}</span>}
                  <span className={styles.small}>{t('list.steps', { count: wizard.steps.length })}</span>
                </div>
                <Button
                  component={AppLink}
                  href={wizardUrl(teamId, wizard.id)}
                  variant="default"
                  aria-label={t('list.startNamed', { name: wizard.name })}
                >
                  {t('list.start')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </PageBody>
    </>
  )
}
