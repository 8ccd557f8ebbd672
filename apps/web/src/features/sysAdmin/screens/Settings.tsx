/** /sys-admin/settings: what applies to the whole system. */
import { Fieldset, NumberInput, Switch, TagsInput } from '@mantine/core'
import {
  type SettingsView,
  settingLimits,
  systemSettingsSchema,
} from '@muster/contract/sysAdmin/settings.schema'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FormStack } from '../../../ui/FormField.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { SaveBar } from '../../../ui/SaveBar.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import styles from '../../../ui/shared.module.css'
import { OidcSettings } from '../components/OidcSettings.tsx'
import { QuotaInputs } from '../components/QuotaInputs.tsx'
import { SettingsPage } from '../components/SettingsPage.tsx'
import { useSettingsDraft } from '../data/use-settings-draft.ts'

export function Settings() {
  const { t } = useTranslation(['sysAdmin'])
  const { data, error, refetch } = useApi(api.sysAdmin.settings, {})
  return (
    <SettingsPage section="security">
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
    </SettingsPage>
  )
}

function SettingsForm({ saved }: { saved: SettingsView }) {
  const { t } = useTranslation(['sysAdmin'])
  const { values, clientSecret, errors, set, bar } = useSettingsDraft(saved)
  const areDomainsValid = systemSettingsSchema.shape.allowedMailDomains.safeParse(
    values.allowedMailDomains,
  ).success

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
          <Fieldset legend={t('settings.secondFactor')}>
            <Switch
              label={t('settings.isSecondFactorPossible')}
              description={t('settings.isSecondFactorPossibleHelp')}
              checked={values.isSecondFactorPossible}
              onChange={(event) => set({ isSecondFactorPossible: event.currentTarget.checked })}
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
          <OidcSettings values={values} clientSecret={clientSecret} errors={errors} onChange={set} />
        </FormStack>
      </PageBody>
      <SaveBar {...bar} />
    </>
  )
}
