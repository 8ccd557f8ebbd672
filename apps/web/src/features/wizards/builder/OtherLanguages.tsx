/** Texts in the other languages of a wizard. */
import { Textarea, TextInput } from '@mantine/core'
import type { Language } from '@muster/contract/paging'
import type { DataWizard } from '@muster/contract/wizards/wizards.schema'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import { languageName } from '../../../lib/language-name.ts'
import { FormSection } from '../../../ui/FormSection.tsx'
import styles from '../../../ui/shared.module.css'
import { FieldInput, useFieldContext } from '../../fields/public.ts'
import { pseudoField } from './pseudo-field.ts'

type Texts = Partial<Record<Language, string>>

export interface TranslatedText {
  label: string
  /** A line, several, or formatted text. */
  kind: 'line' | 'lines' | 'formatted'
  /** The text in the default language. */
  text: string
  value: Texts
  maxLength?: number
  onChange(value: Texts): void
}

export const otherLanguages = ({
  availableLanguages,
  defaultDataLanguage,
}: Pick<DataWizard, 'availableLanguages' | 'defaultDataLanguage'>): Language[] =>
  availableLanguages.filter((one) => one !== defaultDataLanguage)

/** Nothing for a wizard in one language. */
export function OtherLanguages({
  languages,
  texts,
}: {
  languages: readonly Language[]
  texts: readonly TranslatedText[]
}) {
  const { t } = useTranslation('wizards')
  if (languages.length === 0) return null
  return (
    <FormSection title={t('languages.others')}>
      {languages.map((language) => (
        <div key={language} className={styles.stack16} lang={language}>
          {texts.map((text) => (
            <TextIn key={text.label} language={language} {...text} />
          ))}
        </div>
      ))}
    </FormSection>
  )
}

function TextIn({
  language,
  label,
  kind,
  text,
  value,
  maxLength,
  onChange,
}: TranslatedText & { language: Language }) {
  const { t } = useTranslation('wizards')
  const context = useFieldContext()
  const title = t('languages.textIn', { text: label, language: languageName(language, currentLanguage()) })
  const set = (next: string) => {
    const { [language]: _, ...rest } = value
    onChange(next.trim() === '' ? rest : { ...rest, [language]: next })
  }
  const current = value[language] ?? ''
  if (kind === 'formatted') {
    return (
      <FieldInput
        field={pseudoField('formatted_text', title)}
        value={current}
        context={context}
        onChange={(next) => set(typeof next === 'string' ? next : '')}
      />
    )
  }
  const shared = {
    label: title,
    placeholder: text,
    value: current,
    ...(maxLength ? { maxLength } : {}),
    onChange: (event: { currentTarget: { value: string } }) => set(event.currentTarget.value),
  }
  return kind === 'line' ? <TextInput {...shared} /> : <Textarea {...shared} autosize minRows={2} />
}
