/** /sys-admin/settings/backup: backups of the whole system, when they are made, and how one is restored. */
import { Alert, Button } from '@mantine/core'
import type { BackupOverview } from '@muster/contract/backups/backups.api'
import { isUnderWay } from '@muster/contract/runs/runs.machine'
import type { SettingsView } from '@muster/contract/sysAdmin/settings.schema'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { SaveBar } from '../../../ui/SaveBar.tsx'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import { SettingsPage, useSettingsDraft } from '../../sysAdmin/public.ts'
import { BackupList } from '../components/BackupList.tsx'
import classes from '../components/Backups.module.css'
import { ExternalDatabase, HowToRestore } from '../components/HowTo.tsx'
import { RunningBackup } from '../components/RunningBackup.tsx'
import { ScheduleForm } from '../components/ScheduleForm.tsx'
import { useBackupActs, useBackups } from '../use-backups.ts'

export function Backups() {
  const { t } = useTranslation('backups')
  const overview = useBackups()
  const settings = useApi(api.sysAdmin.settings, {})
  const error = overview.data && settings.data ? null : (overview.error ?? settings.error)
  const { data } = overview
  if (data?.database === 'external') {
    return (
      <SettingsPage section="backup">
        <PageBody>
          <ExternalDatabase />
        </PageBody>
      </SettingsPage>
    )
  }
  return (
    <SettingsPage section="backup" action={data && <CreateButton overview={data} />}>
      {data && settings.data ? (
        <Content overview={data} saved={settings.data} />
      ) : (
        <PageBody isWide>
          {error ? (
            <ErrorState
              error={error}
              title={t('list.error')}
              onRetry={() => Promise.all([overview.refetch(), settings.refetch()])}
            />
          ) : (
            <TableSkeleton columns={5} />
          )}
        </PageBody>
      )}
    </SettingsPage>
  )
}

function CreateButton({ overview: { hasPassphrase, items } }: { overview: BackupOverview }) {
  const { t } = useTranslation('backups')
  const { create } = useBackupActs()
  const [isBusy, setBusy] = useState(false)
  const isRunning = items.some(({ state }) => isUnderWay(state))
  return (
    <Button
      leftSection={<Glyph name="archive" />}
      loading={isBusy}
      disabled={!hasPassphrase || isRunning}
      onClick={() => {
        setBusy(true)
        void create().finally(() => setBusy(false))
      }}
    >
      {t('create')}
    </Button>
  )
}

function Content({ overview, saved }: { overview: BackupOverview; saved: SettingsView }) {
  const { t } = useTranslation('backups')
  const format = useFormat()
  const { values, set, bar } = useSettingsDraft(saved)
  const { items, hasPassphrase, nextAt, location, place } = overview
  const running = items.find(({ state }) => isUnderWay(state))
  return (
    <>
      <PageBody isWide>
        {!hasPassphrase && (
          <Alert
            color="yellow"
            variant="light"
            icon={<Glyph name="warning" />}
            mb="md"
            aria-label={t('passphrase.missing')}
          >
            <p>{t('passphrase.missing')}</p>
            <p>{t('passphrase.help')}</p>
          </Alert>
        )}
        {running && <RunningBackup backup={running} />}
        <p className={classes.about}>
          {nextAt && `${t('next', { when: format.dateTime(nextAt) })} `}
          {t(`place.${location}`, { place })} {t('encrypted')}
        </p>
        <BackupList items={items} />
        <div className={classes.form}>
          <ScheduleForm values={values} set={set} />
          <HowToRestore />
        </div>
      </PageBody>
      <SaveBar {...bar} />
    </>
  )
}
