/** The texts of a form, and the wizard that asks the same in public. */
import { Textarea, TextInput } from '@mantine/core'
import type { Translations as Texts } from '@muster/contract/paging'
import { useTranslation } from 'react-i18next'
import { Translations } from '../../../fields/public.ts'
import { useViewDraft } from '../draft-context.ts'
import { FormSharing } from './FormSharing.tsx'
import { Section } from './Section.tsx'

const texts = ['title', 'text', 'buttonLabel', 'doneText'] as const
type Text = (typeof texts)[number]

/** As in the contract. */
const lengths: Record<Text, number> = { title: 200, text: 500, buttonLabel: 100, doneText: 500 }

export function FormViewSection() {
  const { t } = useTranslation('viewsAdmin')
  const { draft, set, canShare } = useViewDraft()
  const { form } = draft
  const put = (change: Partial<typeof form>) => set({ form: { ...form, ...change } })
  return (
    <Section title={t('form.section')} keys={['form']}>
      <TextInput
        label={t('form.title')}
        description={t('form.titleHelp')}
        maxLength={lengths.title}
        value={form.title}
        onChange={(event) => put({ title: event.currentTarget.value })}
      />
      <Textarea
        label={t('form.text')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={lengths.text}
        value={form.text}
        onChange={(event) => put({ text: event.currentTarget.value })}
      />
      <TextInput
        label={t('form.buttonLabel')}
        description={t('form.buttonLabelHelp')}
        maxLength={lengths.buttonLabel}
        value={form.buttonLabel}
        onChange={(event) => put({ buttonLabel: event.currentTarget.value })}
      />
      <TextInput
        label={t('form.doneText')}
        description={t('form.doneTextHelp')}
        maxLength={lengths.doneText}
        value={form.doneText}
        onChange={(event) => put({ doneText: event.currentTarget.value })}
      />
      <Translations
        texts={texts.map((name) => ({
          label: (language) => t('form.in', { text: t(`form.${name}`), language }),
          placeholder: form[name],
          value: form[`${name}Translations`],
          onChange: (value: Texts) => put({ [`${name}Translations`]: value }),
        }))}
      />
      {canShare && <FormSharing />}
    </Section>
  )
}
