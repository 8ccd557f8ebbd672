/** Name, icon and description of a wizard. */
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DescriptionInput } from '../../../../ui/DescriptionInput.tsx'
import { FormField } from '../../../../ui/FormField.tsx'
import { IconPicker } from '../../../../ui/IconPicker.tsx'
import { OtherLanguages, otherLanguages } from '../OtherLanguages.tsx'
import { Section } from '../Section.tsx'
import type { SectionProps } from './section-props.ts'

export function GeneralSection({ draft, set, errors }: SectionProps) {
  const { t } = useTranslation(['wizards', 'common'])
  return (
    <Section title={t('wizards:details.general')}>
      <TextInput
        label={t('common:name')}
        description={t('wizards:details.nameHelp')}
        value={draft.name}
        error={errors.name}
        required
        maxLength={200}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <FormField label={t('common:icon')} error={errors.icon}>
        {(control) => <IconPicker {...control} value={draft.icon} onChange={(icon) => set({ icon })} />}
      </FormField>
      <DescriptionInput
        value={draft.description}
        error={errors.description}
        help={t('wizards:details.descriptionHelp')}
        maxLength={5000}
        onChange={(description) => set({ description })}
      />
      <OtherLanguages
        languages={otherLanguages(draft)}
        texts={[
          {
            label: t('common:name'),
            kind: 'line',
            text: draft.name,
            value: draft.nameTranslations,
            maxLength: 200,
            onChange: (nameTranslations) => set({ nameTranslations }),
          },
          {
            label: t('common:description'),
            kind: 'lines',
            text: draft.description,
            value: draft.descriptionTranslations,
            onChange: (descriptionTranslations) => set({ descriptionTranslations }),
          },
        ]}
      />
    </Section>
  )
}
