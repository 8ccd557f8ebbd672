/** The settings that new and existing collections have in common. */
import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import { languageName } from '../../../lib/language-name.ts'
import { DescriptionInput } from '../../../ui/DescriptionInput.tsx'
import { FormField } from '../../../ui/FormField.tsx'
import { IconPicker } from '../../../ui/IconPicker.tsx'
import styles from '../../../ui/shared.module.css'
import { useTeamFacts } from '../../fields/public.ts'
import type { CollectionDraft } from '../collection-draft.ts'
import { pluralOf } from '../plural.ts'
import classes from './CollectionForm.module.css'

interface FormProps {
  draft: CollectionDraft
  onChange(draft: CollectionDraft): void
  /** Error texts by key. */
  errors: Record<string, string>
}

/** Names, icon, description. An untouched plural follows the name. */
export function CollectionNames({
  draft,
  onChange,
  errors,
  isNew,
  hasIcon = true,
}: FormProps & {
  isNew: boolean
  /** Adds a description: a copy starts with those of its blueprint. */
  hasIcon?: boolean
}) {
  const { t } = useTranslation(['collections', 'common'])
  const { dataLanguages } = useTeamFacts()
  const [isPluralTouched, setPluralTouched] = useState(!isNew)
  const set = (change: Partial<CollectionDraft>) => onChange({ ...draft, ...change })
  const language = dataLanguages[0] ?? 'en'
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          label={t('form.name')}
          description={t('form.nameHelp')}
          value={draft.name}
          error={errors.name}
          required
          maxLength={100}
          onChange={(event) => {
            const name = event.currentTarget.value
            set({ name, ...(isPluralTouched ? {} : { pluralName: pluralOf(name, language) }) })
          }}
        />
        <TextInput
          label={t('form.pluralName')}
          description={t('form.pluralNameHelp')}
          value={draft.pluralName}
          error={errors.pluralName}
          required
          maxLength={100}
          onChange={(event) => {
            setPluralTouched(event.currentTarget.value !== '')
            set({ pluralName: event.currentTarget.value })
          }}
        />
      </div>
      {hasIcon && (
        <>
          <FormField label={t('common:icon')} error={errors.icon}>
            {(control) => <IconPicker {...control} value={draft.icon} onChange={(icon) => set({ icon })} />}
          </FormField>
          <DescriptionInput
            value={draft.description}
            error={errors.description}
            onChange={(description) => set({ description })}
          />
        </>
      )}
    </>
  )
}

const flags = [
  'representsPeople',
  'isShownInSidebar',
  'isShownOnTeamDashboard',
  'isGloballySearchable',
] as const

export function CollectionFlags({
  draft,
  onChange,
  hasBlueprintFlag = false,
}: Omit<FormProps, 'errors'> & { hasBlueprintFlag?: boolean }) {
  const { t } = useTranslation('collections')
  const shownFlags = hasBlueprintFlag ? ([...flags, 'isBlueprint'] as const) : flags
  return (
    <div className={styles.stack16}>
      {shownFlags.map((flag) => (
        <Switch
          key={flag}
          label={t(`form.${flag}`)}
          description={t(`form.${flag}Help`)}
          checked={draft[flag]}
          onChange={(event) => onChange({ ...draft, [flag]: event.currentTarget.checked })}
        />
      ))}
    </div>
  )
}

/** Names in the team's other data languages. */
export function CollectionTranslations({ draft, onChange }: Omit<FormProps, 'errors'>) {
  const { t } = useTranslation('collections')
  const reader = currentLanguage()
  const { dataLanguages } = useTeamFacts()
  const others = dataLanguages.slice(1)
  const keys = [
    ['nameTranslations', 'name'],
    ['pluralNameTranslations', 'pluralName'],
  ] as const
  return others.map((language) => (
    <div key={language} className={classes.pair}>
      {keys.map(([translations, own]) => (
        <TextInput
          key={own}
          lang={language}
          label={t(`form.${own}In`, { language: languageName(language, reader) })}
          placeholder={draft[own]}
          value={draft[translations][language] ?? ''}
          maxLength={100}
          onChange={(event) => {
            const { [language]: _, ...rest } = draft[translations]
            const text = event.currentTarget.value
            onChange({ ...draft, [translations]: text.trim() === '' ? rest : { ...rest, [language]: text } })
          }}
        />
      ))}
    </div>
  ))
}
