/** What somebody decides about a message before its content. */
import { NativeSelect, Radio, Select, Textarea, TextInput } from '@mantine/core'
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import {
  type ContentType,
  contentTypes,
  maxDescriptionLength,
  maxNameLength,
} from '@muster/contract/messages/messages.schema'
import type { Language } from '@muster/contract/paging'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import { languageName } from '../../../lib/language-name.ts'
import shared from '../../../ui/shared.module.css'
import { useTeamFacts } from '../../fields/public.ts'
import { senderName, useSenders } from '../data/use-choices.ts'

interface DetailsDraft {
  internalName: string
  internalDescription: string
  contentTypeId: ContentType
  contentLanguageId: Language
  senderId: number | null
}

const idOf = (value: string | null) => (value === null || value === '' ? null : Number(value))

export function DetailsFields({
  method,
  draft,
  errors,
  set,
}: {
  method: DeliveryMethod
  draft: DetailsDraft
  errors: Readonly<Record<string, string>>
  set(change: Partial<DetailsDraft>): void
}) {
  const { t } = useTranslation(['messages', 'common'])
  const { teamId, dataLanguages } = useTeamFacts()
  const senders = useSenders(teamId, method)
  const nameOf = (language: Language) => languageName(language, currentLanguage())
  return (
    <>
      <TextInput
        label={t('messages:details.internalName')}
        description={t('messages:details.internalNameHelp')}
        value={draft.internalName}
        error={errors.internalName}
        required
        maxLength={maxNameLength}
        onChange={(event) => set({ internalName: event.currentTarget.value })}
      />
      <Textarea
        label={t('messages:details.internalDescription')}
        value={draft.internalDescription}
        error={errors.internalDescription}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={maxDescriptionLength}
        onChange={(event) => set({ internalDescription: event.currentTarget.value })}
      />
      <Radio.Group
        label={t('messages:details.contentType')}
        value={draft.contentTypeId}
        onChange={(value) =>
          set({ contentTypeId: contentTypes.find((one) => one === value) ?? draft.contentTypeId })
        }
      >
        <div className={shared.stack8} style={{ marginTop: 4 }}>
          {contentTypes.map((type) => (
            <Radio
              key={type}
              value={type}
              label={t(`messages:type.${type}`)}
              description={t(`messages:typeText.${type}`)}
            />
          ))}
        </div>
      </Radio.Group>
      <Select
        label={t('messages:details.sender')}
        description={senders?.length === 0 ? t('messages:details.noSenders') : undefined}
        placeholder={t('messages:details.chooseSender')}
        value={draft.senderId === null ? null : String(draft.senderId)}
        error={errors.senderId}
        data={(senders ?? []).map((sender) => ({ value: String(sender.id), label: senderName(sender) }))}
        nothingFoundMessage={t('common:noResults')}
        onChange={(value) => set({ senderId: idOf(value) })}
      />
      {dataLanguages.length > 1 && (
        <NativeSelect
          label={t('messages:details.contentLanguage')}
          description={t('messages:details.contentLanguageHelp')}
          w={260}
          value={draft.contentLanguageId}
          error={errors.contentLanguageId}
          data={dataLanguages.map((language) => ({ value: language, label: nameOf(language) }))}
          onChange={(event) =>
            set({
              contentLanguageId:
                dataLanguages.find((one) => one === event.currentTarget.value) ?? draft.contentLanguageId,
            })
          }
        />
      )}
    </>
  )
}
