/** Languages in which people may run a wizard, and in which its texts are written. */
import { Checkbox, NativeSelect } from '@mantine/core'
import { languages } from '@muster/contract/paging'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { languageName } from '../../../../lib/language-name.ts'
import classes from '../builder.module.css'
import { Section } from '../Section.tsx'
import type { SectionProps } from './section-props.ts'

export function LanguageSection({ draft, set, errors }: SectionProps) {
  const { t } = useTranslation('wizards')
  const nameOf = (language: (typeof languages)[number]) => languageName(language, currentLanguage())
  return (
    <Section title={t('details.languages')}>
      <Checkbox.Group
        label={t('details.availableLanguages')}
        description={t('details.availableLanguagesHelp')}
        error={errors.availableLanguages}
        value={draft.availableLanguages}
        onChange={(values) =>
          set({ availableLanguages: languages.filter((language) => values.includes(language)) })
        }
      >
        <div className={classes.options}>
          {languages.map((language) => (
            <Checkbox
              key={language}
              value={language}
              label={nameOf(language)}
              // The texts are written in it.
              disabled={language === draft.defaultDataLanguage && draft.availableLanguages.includes(language)}
            />
          ))}
        </div>
      </Checkbox.Group>
      <div className={classes.pair}>
        <NativeSelect
          label={t('details.defaultDataLanguage')}
          description={t('details.defaultDataLanguageHelp')}
          value={draft.defaultDataLanguage}
          data={draft.availableLanguages.map((value) => ({ value, label: nameOf(value) }))}
          onChange={(event) => {
            const next = languages.find((one) => one === event.currentTarget.value)
            if (next) set({ defaultDataLanguage: next })
          }}
        />
        <NativeSelect
          label={t('details.interfaceLanguage')}
          description={t('details.interfaceLanguageHelp')}
          value={draft.interfaceLanguage}
          data={languages.map((value) => ({ value, label: nameOf(value) }))}
          onChange={(event) => {
            const next = languages.find((one) => one === event.currentTarget.value)
            if (next) set({ interfaceLanguage: next })
          }}
        />
      </div>
    </Section>
  )
}
