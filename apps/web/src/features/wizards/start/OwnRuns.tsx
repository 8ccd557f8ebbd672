/** Wizards that the person has left in the middle: to go on with, or to be rid of. */
import { Button } from '@mantine/core'
import type { OwnRun } from '@muster/contract/wizards/runs.schema'
import { useTranslation } from 'react-i18next'
import { api, useApi, useApiMutation } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { Icon } from '../../../ui/Icon.tsx'
import styles from '../../../ui/shared.module.css'
import { toast } from '../../../ui/toasts.ts'
import { wizardUrl } from './use-runnable.ts'
import classes from './Wizards.module.css'

export function OwnRuns({ teamId }: { teamId: number }) {
  const { t } = useTranslation(['wizardRuns'])
  const { data } = useApi(api.wizardRuns.own, { params: { teamId }, query: { language: currentLanguage() } })
  if (!data || data.items.length === 0) return null
  return (
    <section className={classes.own} aria-labelledby="own-runs">
      <h2 id="own-runs" className={classes.heading}>
        {t('own.title')}
      </h2>
      <ul className={styles.plainList}>
        {data.items.map((run) => (
          <Run key={run.id} teamId={teamId} run={run} />
        ))}
      </ul>
    </section>
  )
}

function Run({ teamId, run }: { teamId: number; run: OwnRun }) {
  const { t } = useTranslation(['wizardRuns', 'errors'])
  const errorText = useErrorText()
  const format = useFormat()
  const { mutate, isPending } = useApiMutation(api.wizardRuns.cancel, {
    onError: (error) => toast.error(errorText(error)),
  })
  const discard = async () => {
    const isSure = await confirm({
      title: t('own.confirmTitle', { name: run.name }),
      text: t('own.confirmText'),
      confirmLabel: t('own.discard'),
      isDestructive: true,
    })
    if (isSure) mutate({ params: { teamId, wizardRunId: run.id } })
  }
  const url = `${wizardUrl(teamId, run.dataWizardId)}?run=${run.id}`
  const when = format.relative(run.updatedAt)
  return (
    <li className={classes.wizard}>
      <Icon name={run.icon} size={20} />
      <div className={styles.texts}>
        <AppLink href={url} className={classes.name}>
          {run.name}
        </AppLink>
        <span className={styles.small} title={format.dateTime(run.updatedAt)}>
          {run.step ? t('own.left', { step: run.step, when }) : t('own.leftBefore', { when })}
        </span>
      </div>
      <Button
        variant="subtle"
        color="gray"
        loading={isPending}
        aria-label={t('own.discardNamed', { name: run.name })}
        onClick={() => void discard()}
      >
        {t('own.discard')}
      </Button>
      <Button
        component={AppLink}
        href={url}
        variant="default"
        aria-label={t('own.goOnNamed', { name: run.name })}
      >
        {t('own.goOn')}
      </Button>
    </li>
  )
}
