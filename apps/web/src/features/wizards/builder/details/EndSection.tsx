/** What people read at the end, and when an unfinished run counts as abandoned. */
import { NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FieldInput, useFieldContext } from '../../../fields/public.ts'
import { OtherLanguages, otherLanguages } from '../OtherLanguages.tsx'
import { pseudoField } from '../pseudo-field.ts'
import { Section } from '../Section.tsx'
import type { SectionProps } from './section-props.ts'

export function EndSection({ draft, set, errors }: SectionProps) {
  const { t } = useTranslation('wizards')
  const context = useFieldContext()
  return (
    <Section title={t('details.end')}>
      <FieldInput
        field={pseudoField('formatted_text', t('details.thankYouText'), {
          helpText: t('details.thankYouTextHelp'),
        })}
        value={draft.thankYouText}
        context={context}
        error={errors.thankYouText}
        onChange={(value) => set({ thankYouText: typeof value === 'string' ? value : '' })}
      />
      <OtherLanguages
        languages={otherLanguages(draft)}
        texts={[
          {
            label: t('details.thankYouText'),
            kind: 'formatted',
            text: draft.thankYouText,
            value: draft.thankYouTextTranslations,
            onChange: (thankYouTextTranslations) => set({ thankYouTextTranslations }),
          },
        ]}
      />
      <NumberInput
        label={t('details.abandonAfterHours')}
        description={t('details.abandonAfterHoursHelp')}
        value={draft.abandonAfterHours}
        error={errors.abandonAfterHours}
        min={1}
        max={8760}
        clampBehavior="strict"
        allowDecimal={false}
        w={160}
        onChange={(value) => {
          if (typeof value === 'number' && value >= 1) set({ abandonAfterHours: value })
        }}
      />
    </Section>
  )
}
