import { Alert, Checkbox, NativeSelect, Select } from '@mantine/core'
import { languages } from '@muster/contract/paging'
import type { TeamAccount } from '@muster/contract/teams/account.schema'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useBrand } from '../../../lib/brand.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { languageName } from '../../../lib/language-name.ts'
import { Glyph } from '../../../ui/Glyph.tsx'
import classes from './account.module.css'
import { Section } from './Section.tsx'
import type { AccountDraft } from './use-account-draft.ts'

export function RegionSection({ account, draft }: { account: TeamAccount; draft: AccountDraft }) {
  const { t } = useTranslation(['teams', 'common'])
  const { values, errors, set } = draft
  const { primaryTimezone, availableDataLanguages, defaultDataLanguage } = values
  const zones = useMemo(
    () => [...new Set(['UTC', account.primaryTimezone, ...Intl.supportedValuesOf('timeZone')])],
    [account.primaryTimezone],
  )
  const optionOf = (language: (typeof languages)[number]) => ({
    value: language,
    label: t(`common:language.${language}`),
  })
  const languageOf = (value: string) => languages.find((one) => one === value) ?? 'en'
  return (
    <Section title={t('teams:account.region.title')} text={t('teams:account.region.text')}>
      <Select
        label={t('teams:account.region.timezone')}
        description={t('teams:account.region.now', { time: timeIn(primaryTimezone) })}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('common:noResults')}
        data={zones}
        limit={60}
        value={primaryTimezone}
        error={errors.primaryTimezone}
        onChange={(zone) => zone && set({ primaryTimezone: zone })}
      />
      <NativeSelect
        label={t('teams:account.region.interface')}
        description={t('teams:account.region.interfaceHelp')}
        value={values.defaultInterfaceLanguage}
        error={errors.defaultInterfaceLanguage}
        data={languages.map(optionOf)}
        onChange={(event) => set({ defaultInterfaceLanguage: languageOf(event.currentTarget.value) })}
      />
      <Checkbox.Group
        label={t('teams:account.region.available')}
        description={t('teams:account.region.availableHelp')}
        value={availableDataLanguages}
        error={errors.availableDataLanguages}
        onChange={(chosen) =>
          set({ availableDataLanguages: languages.filter((language) => chosen.includes(language)) })
        }
      >
        <div className={classes.choices}>
          {languages.map((language) => (
            <Checkbox
              key={language}
              value={language}
              label={t(`common:language.${language}`)}
              {...(language === defaultDataLanguage && {
                disabled: true,
                description: t('teams:account.region.isDefault'),
              })}
            />
          ))}
        </div>
      </Checkbox.Group>
      <NativeSelect
        label={t('teams:account.region.default')}
        description={t('teams:account.region.defaultHelp')}
        value={defaultDataLanguage}
        error={errors.defaultDataLanguage}
        data={languages.filter((one) => availableDataLanguages.includes(one)).map(optionOf)}
        onChange={(event) => set({ defaultDataLanguage: languageOf(event.currentTarget.value) })}
      />
      {defaultDataLanguage !== account.defaultDataLanguage && (
        <Alert color="yellow" variant="light" icon={<Glyph name="warning" />} role="status">
          {t('teams:account.region.swap', { language: languageName(defaultDataLanguage, currentLanguage()) })}
        </Alert>
      )}
      <MachineTranslation />
    </Section>
  )
}

function timeIn(timeZone: string): string {
  return new Intl.DateTimeFormat(currentLanguage(), { timeZone, timeStyle: 'short' }).format(new Date())
}

/** Spec section 1: it is announced, and the provider's support tells the rest. */
function MachineTranslation() {
  const { t } = useTranslation('teams')
  const brand = useBrand()
  return (
    <div className={classes.notice}>
      <Glyph name="info" />
      <div>
        <h3>{t('account.translation.title')}</h3>
        <p>
          {t('account.translation.text', { brand: brand.name })}{' '}
          <a href={`mailto:${brand.supportEmail}`}>{t('account.translation.contact')}</a>
        </p>
      </div>
    </div>
  )
}
