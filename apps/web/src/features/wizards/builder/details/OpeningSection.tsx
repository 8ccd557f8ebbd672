/** When new runs may start, and what people read outside that time. */
import { Switch, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FieldInput, useFieldContext } from '../../../fields/public.ts'
import classes from '../builder.module.css'
import { OtherLanguages, otherLanguages } from '../OtherLanguages.tsx'
import { pseudoField } from '../pseudo-field.ts'
import { Section } from '../Section.tsx'
import type { SectionProps } from './section-props.ts'

export function OpeningSection({ draft, set, errors }: SectionProps) {
  const { t } = useTranslation('wizards')
  const context = useFieldContext()
  const time = (key: 'opensAt' | 'closesAt') => (
    <FieldInput
      field={pseudoField('date_time', t(`details.${key}`), { helpText: t(`details.${key}Help`) })}
      value={draft[key]}
      context={context}
      error={errors[key]}
      onChange={(value, { problem }) => {
        if (!problem) set({ [key]: typeof value === 'string' ? new Date(value).toISOString() : null })
      }}
    />
  )
  return (
    <Section title={t('details.opening')}>
      <Switch
        label={t('details.isOpen')}
        description={t('details.isOpenHelp')}
        checked={draft.isOpen}
        onChange={(event) => set({ isOpen: event.currentTarget.checked })}
      />
      {draft.isOpen && (
        <div className={classes.pair}>
          {time('opensAt')}
          {time('closesAt')}
        </div>
      )}
      <Textarea
        label={t('details.closedText')}
        description={t('details.closedTextHelp')}
        value={draft.closedText}
        error={errors.closedText}
        autosize
        minRows={2}
        maxLength={5000}
        onChange={(event) => set({ closedText: event.currentTarget.value })}
      />
      <OtherLanguages
        languages={otherLanguages(draft)}
        texts={[
          {
            label: t('details.closedText'),
            kind: 'lines',
            text: draft.closedText,
            value: draft.closedTextTranslations,
            onChange: (closedTextTranslations) => set({ closedTextTranslations }),
          },
        ]}
      />
    </Section>
  )
}
