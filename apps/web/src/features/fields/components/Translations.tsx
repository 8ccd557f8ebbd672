/** Texts in the team's other data languages. */
import { TextInput } from '@mantine/core'
import type { Language, Translations as Texts } from '@muster/contract/paging'
import { useTranslation } from 'react-i18next'
import { useBrand } from '../../../lib/brand.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { languageName } from '../../../lib/language-name.ts'
import { FormSection } from '../../../ui/FormSection.tsx'
import styles from '../../../ui/shared.module.css'
import { useTeamFacts } from '../field-context.ts'

interface Text {
  label(language: string): string
  /** The text in the team's first language. */
  placeholder: string
  value: Texts
  onChange(value: Texts): void
}

/** Nothing for a team of one language. */
export function Translations({ texts }: { texts: readonly Text[] }) {
  const { t } = useTranslation('fields')
  const reader = currentLanguage()
  const { name } = useBrand()
  const others = useTeamFacts().dataLanguages.slice(1)
  if (others.length === 0) return null
  return (
    <FormSection title={t('admin.translations')}>
      <p className={styles.note}>{t('admin.machineTranslation', { brand: name })}</p>
      {others.map((language) => (
        <div key={language} className={styles.stack16}>
          {texts.map(({ label, placeholder, value, onChange }, at) => (
            <TextInput
              // The order of a form's texts never changes.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={at}
              lang={language}
              label={label(languageName(language, reader))}
              placeholder={placeholder}
              value={value[language] ?? ''}
              onChange={(event) => onChange(withText(value, language, event.currentTarget.value))}
            />
          ))}
        </div>
      ))}
    </FormSection>
  )
}

function withText(all: Texts, language: Language, text: string): Texts {
  const { [language]: _, ...rest } = all
  return text.trim() === '' ? rest : { ...rest, [language]: text }
}
