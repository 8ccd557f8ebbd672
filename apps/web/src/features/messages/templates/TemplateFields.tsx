/** Name, description and use of a template. */
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { maxDescriptionLength, maxNameLength } from '@muster/contract/messages/messages.schema'
import { type TemplateUse, templateUses } from '@muster/contract/messages/templates.api'
import { useTranslation } from 'react-i18next'

interface TemplateDraft {
  internalName: string
  internalDescription: string
  usedFor: TemplateUse
}

const uses = Object.keys(templateUses) as TemplateUse[]

export function TemplateFields({
  draft,
  errors,
  isFocused = false,
  set,
}: {
  draft: TemplateDraft
  errors: Readonly<Record<string, string>>
  isFocused?: boolean
  set(change: Partial<TemplateDraft>): void
}) {
  const { t } = useTranslation('messages')
  return (
    <>
      <TextInput
        label={t('templates.name')}
        value={draft.internalName}
        error={errors.internalName}
        required
        maxLength={maxNameLength}
        data-autofocus={isFocused || undefined}
        onChange={(event) => set({ internalName: event.currentTarget.value })}
      />
      <Textarea
        label={t('details.internalDescription')}
        value={draft.internalDescription}
        error={errors.internalDescription}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={maxDescriptionLength}
        onChange={(event) => set({ internalDescription: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('templates.usedFor')}
        value={draft.usedFor}
        error={errors.usedFor}
        data={uses.map((value) => ({ value, label: t(`usedFor.${value}`) }))}
        onChange={(event) =>
          set({ usedFor: uses.find((one) => one === event.currentTarget.value) ?? draft.usedFor })
        }
      />
    </>
  )
}
