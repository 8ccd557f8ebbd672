/** The label of the button by which people add a record. */
import { TextInput } from '@mantine/core'
import type { Translations } from '@muster/contract/paging'
import { useTranslation } from 'react-i18next'
import { OtherLanguages, otherLanguages } from '../../builder/OtherLanguages.tsx'
import { useWizardPage } from '../../builder/wizard-context.ts'

interface Labelled {
  newRecordLabel: string
  newRecordLabelTranslations: Translations
}

export function NewRecordLabel({
  settings,
  set,
}: {
  settings: Labelled
  set(change: Partial<Labelled>): void
}) {
  const { t } = useTranslation('wizards')
  const { wizard } = useWizardPage()
  return (
    <>
      <TextInput
        label={t('settings.newRecordLabel')}
        description={t('settings.newRecordLabelHelp')}
        value={settings.newRecordLabel}
        maxLength={200}
        onChange={(event) => set({ newRecordLabel: event.currentTarget.value })}
      />
      <OtherLanguages
        languages={otherLanguages(wizard)}
        texts={[
          {
            label: t('settings.newRecordLabel'),
            kind: 'line',
            text: settings.newRecordLabel,
            value: settings.newRecordLabelTranslations,
            maxLength: 200,
            onChange: (newRecordLabelTranslations) => set({ newRecordLabelTranslations }),
          },
        ]}
      />
    </>
  )
}
