/** /sys-admin/settings: what applies to the whole system. */
import { Fieldset, NumberInput, TagsInput } from '@mantine/core'
import {
  type SystemSettings,
  settingLimits,
  systemSettingsSchema,
} from '@muster/contract/sysAdmin/settings.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, queryKeyOf, useApi } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FormStack } from '../../../ui/FormField.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { SaveBar } from '../../../ui/SaveBar.tsx'
import type { SaveStateName } from '../../../ui/SaveState.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import styles from '../../../ui/shared.module.css'
import { toast } from '../../../ui/toasts.ts'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import { QuotaInputs } from '../components/QuotaInputs.tsx'

export function Settings() {
  const { t } = useTranslation(['sysAdmin'])
  const { data, error, refetch } = useApi(api.sysAdmin.settings, {})
  return (
    <>
      <PageHeader title={t('settings.title')} glyph="settings" />
      {data ? (
        <SettingsForm saved={data} />
      ) : (
        <PageBody>
          {error ? (
            <ErrorState error={error} title={t('settings.error')} onRetry={refetch} />
          ) : (
            <FormSkeleton />
          )}
        </PageBody>
      )}
    </>
  )
}

function SettingsForm({ saved }: { saved: SystemSettings }) {
  const { t } = useTranslation(['sysAdmin'])
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const [changes, setChanges] = useState<Partial<SystemSettings>>({})
  const [state, setState] = useState<SaveStateName>('idle')
  const values = { ...saved, ...changes }
  const isDirty = JSON.stringify(values) !== JSON.stringify(saved)
  const areDomainsValid = systemSettingsSchema.shape.allowedMailDomains.safeParse(
    values.allowedMailDomains,
  ).success
  useLeaveGuard(() => isDirty)

  function set(change: Partial<SystemSettings>) {
    setChanges((now) => ({ ...now, ...change }))
    setState('idle')
  }

  async function save() {
    if (!areDomainsValid) return
    setState('saving')
    try {
      const now = await call(api.sysAdmin.updateSettings, { body: changes })
      queryClient.setQueryData(queryKeyOf(api.sysAdmin.settings, {}), now)
      setChanges({})
      setState('saved')
    } catch (error) {
      setState('failed')
      toast.error(`${t('settings.saveError')} ${errorText(error)}`)
    }
  }

  const { min, max } = settingLimits.minPasswordLength
  return (
    <>
      <PageBody>
        <FormStack>
          <Fieldset legend={t('settings.passwords')}>
            <NumberInput
              label={t('settings.minPasswordLength')}
              description={t('settings.minPasswordLengthHelp', { min })}
              min={min}
              max={max}
              allowDecimal={false}
              clampBehavior="blur"
              value={values.minPasswordLength}
              onChange={(value) => typeof value === 'number' && set({ minPasswordLength: value })}
            />
          </Fieldset>
          <Fieldset legend={t('settings.sessions')}>
            <NumberInput
              label={t('settings.sessionDays')}
              description={t('settings.sessionDaysHelp')}
              suffix={t('settings.sessionDaysSuffix')}
              min={settingLimits.sessionDays.min}
              max={settingLimits.sessionDays.max}
              allowDecimal={false}
              clampBehavior="blur"
              value={values.sessionDays}
              onChange={(value) => typeof value === 'number' && set({ sessionDays: value })}
            />
          </Fieldset>
          <Fieldset legend={t('quotas.title')}>
            <p className={styles.note}>{t('quotas.defaultsHelp')}</p>
            <QuotaInputs quotas={values} placeholderOf={() => t('quotas.noLimit')} onChange={set} />
          </Fieldset>
          <Fieldset legend={t('settings.accounts')}>
            <TagsInput
              label={t('settings.mailDomains')}
              description={t('settings.mailDomainsHelp')}
              maxTags={settingLimits.mailDomains}
              acceptValueOnBlur
              error={areDomainsValid ? undefined : t('settings.mailDomainInvalid')}
              value={values.allowedMailDomains}
              onChange={(allowedMailDomains) => set({ allowedMailDomains })}
            />
          </Fieldset>
        </FormStack>
      </PageBody>
      <SaveBar
        isDirty={isDirty}
        state={state}
        onSave={() => void save()}
        onDiscard={() => {
          setChanges({})
          setState('idle')
        }}
      />
    </>
  )
}
