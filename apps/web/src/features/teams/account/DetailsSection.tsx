import { Textarea, TextInput } from '@mantine/core'
import { accountLimits } from '@muster/contract/teams/account.schema'
import { useTranslation } from 'react-i18next'
import { CountrySelect, CurrencySelect } from '../../../ui/CodeSelect.tsx'
import classes from './account.module.css'
import { Section } from './Section.tsx'
import type { AccountDraft } from './use-account-draft.ts'

export function DetailsSection({ draft }: { draft: AccountDraft }) {
  const { t } = useTranslation('teams')
  const { values, errors, set } = draft
  return (
    <Section title={t('account.details.title')} text={t('account.details.text')}>
      <div className={classes.pair}>
        <TextInput
          label={t('account.details.name')}
          required
          maxLength={accountLimits.name}
          value={values.name}
          error={errors.name}
          autoComplete="organization"
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          label={t('account.details.shortName')}
          description={t('account.details.shortNameHelp')}
          maxLength={accountLimits.shortName}
          value={values.shortName}
          error={errors.shortName}
          onChange={(event) => set({ shortName: event.currentTarget.value })}
        />
      </div>
      <Textarea
        label={t('account.details.description')}
        autosize
        minRows={2}
        maxLength={accountLimits.description}
        value={values.description}
        error={errors.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <TextInput
        label={t('account.details.website')}
        description={t('account.details.websiteHelp')}
        type="url"
        inputMode="url"
        maxLength={accountLimits.website}
        value={values.website ?? ''}
        error={errors.website}
        onChange={(event) => set({ website: event.currentTarget.value || null })}
      />
      <Textarea
        label={t('account.details.billingAddress')}
        autosize
        minRows={3}
        maxLength={accountLimits.billingAddress}
        value={values.billingAddress ?? ''}
        error={errors.billingAddress}
        autoComplete="street-address"
        onChange={(event) => set({ billingAddress: event.currentTarget.value || null })}
      />
      <div className={classes.pair}>
        <CountrySelect
          label={t('account.details.country')}
          description={t('account.details.countryHelp')}
          value={values.country}
          error={errors.country}
          clearable={false}
          allowDeselect={false}
          onChange={(country) => country && set({ country })}
        />
        <CurrencySelect
          label={t('account.details.currency')}
          description={t('account.details.currencyHelp')}
          value={values.currency}
          error={errors.currency}
          clearable={false}
          allowDeselect={false}
          onChange={(currency) => currency && set({ currency })}
        />
      </div>
    </Section>
  )
}
