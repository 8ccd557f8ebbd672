/** The part of the settings about sign-in with a provider of OpenID Connect. */
import { Anchor, Fieldset, PasswordInput, Switch, TagsInput, TextInput } from '@mantine/core'
import { languages } from '@muster/contract/paging'
import {
  type SettingChanges,
  type SettingsView,
  settingLimits,
  systemSettingsSchema,
} from '@muster/contract/sysAdmin/settings.schema'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { FormStack } from '../../../ui/FormField.tsx'
import classes from './OidcSettings.module.css'

export function OidcSettings({
  values,
  clientSecret,
  errors,
  onChange,
}: {
  values: SettingsView
  /** Undefined: as it is stored; null: removed. */
  clientSecret: string | null | undefined
  /** Texts by the name of the setting. */
  errors: Readonly<Record<string, string>>
  onChange: (changes: SettingChanges) => void
}) {
  const { t } = useTranslation(['sysAdmin', 'common', 'auth'])
  const format = useFormat()
  const setAt = values.oidcClientSecretSetAt
  const areScopesValid = areOidcScopesValid(values)
  const secretHelp =
    clientSecret === null
      ? t('settings.oidcClientSecretRemoved')
      : setAt
        ? t('settings.oidcClientSecretSet', { date: format.date(setAt) })
        : t('settings.oidcClientSecretHelp')
  return (
    <Fieldset legend={t('settings.oidc')}>
      <FormStack>
        <Switch
          label={t('settings.isOidcOn')}
          description={t('settings.isOidcOnHelp')}
          checked={values.isOidcOn}
          onChange={(event) => onChange({ isOidcOn: event.currentTarget.checked })}
        />
        <TextInput
          label={t('settings.oidcIssuer')}
          description={t('settings.oidcIssuerHelp')}
          type="url"
          inputMode="url"
          maxLength={settingLimits.oidcText}
          value={values.oidcIssuer}
          error={errors.oidcIssuer}
          onChange={(event) => onChange({ oidcIssuer: event.currentTarget.value })}
        />
        <TextInput
          label={t('settings.oidcRedirectUri')}
          description={t('settings.oidcRedirectUriHelp')}
          readOnly
          value={values.oidcRedirectUri}
          onFocus={(event) => event.currentTarget.select()}
        />
        <TextInput
          label={t('settings.oidcClientId')}
          autoComplete="off"
          maxLength={settingLimits.oidcText}
          value={values.oidcClientId}
          error={errors.oidcClientId}
          onChange={(event) => onChange({ oidcClientId: event.currentTarget.value })}
        />
        <div>
          <PasswordInput
            label={t('settings.oidcClientSecret')}
            description={secretHelp}
            autoComplete="new-password"
            maxLength={settingLimits.oidcText}
            value={clientSecret ?? ''}
            error={errors.oidcClientSecret}
            visibilityToggleButtonProps={{ 'aria-label': t('settings.oidcShowSecret') }}
            onChange={(event) => onChange({ oidcClientSecret: event.currentTarget.value || undefined })}
          />
          {setAt && clientSecret === undefined && (
            <Anchor
              component="button"
              type="button"
              fz={13}
              className={classes.remove}
              onClick={() => onChange({ oidcClientSecret: null })}
            >
              {t('settings.oidcClientSecretRemove')}
            </Anchor>
          )}
        </div>
        <TagsInput
          label={t('settings.oidcScopes')}
          description={t('settings.oidcScopesHelp')}
          maxTags={settingLimits.oidcScopes}
          acceptValueOnBlur
          error={areScopesValid ? undefined : t('settings.oidcScopeInvalid')}
          value={values.oidcScopes}
          onChange={(oidcScopes) => onChange({ oidcScopes })}
        />
        <Fieldset
          legend={t('settings.oidcLabels')}
          variant="unstyled"
          classNames={{ root: classes.labels, legend: classes.legend }}
        >
          <FormStack>
            <p className={classes.help}>{t('settings.oidcLabelsHelp')}</p>
            {languages.map((language) => (
              <TextInput
                key={language}
                label={t(`common:language.${language}`)}
                maxLength={settingLimits.oidcLabel}
                value={values.oidcLabels[language]}
                onChange={(event) =>
                  onChange({ oidcLabels: { ...values.oidcLabels, [language]: event.currentTarget.value } })
                }
              />
            ))}
          </FormStack>
        </Fieldset>
        <Switch
          label={t('settings.doesOidcCreateAccounts')}
          description={t('settings.doesOidcCreateAccountsHelp')}
          checked={values.doesOidcCreateAccounts}
          onChange={(event) => onChange({ doesOidcCreateAccounts: event.currentTarget.checked })}
        />
      </FormStack>
    </Fieldset>
  )
}

export const areOidcScopesValid = ({ oidcScopes }: Pick<SettingsView, 'oidcScopes'>): boolean =>
  systemSettingsSchema.shape.oidcScopes.safeParse(oidcScopes).success
