/** …/details: the message's settings, saved as they are edited. */
import { Select, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import { languageName } from '../../../lib/language-name.ts'
import { FormStack } from '../../../ui/FormField.tsx'
import shared from '../../../ui/shared.module.css'
import { Facts } from '../components/Facts.tsx'
import { senderName, useOwners, useSenders } from '../data/use-choices.ts'
import { type MessageChange, useUpdate } from '../data/use-update.ts'
import { DetailsFields } from './DetailsFields.tsx'
import { useMessagePage } from './message-context.ts'
import { StepFrame } from './StepFrame.tsx'
import { useEditing } from './ViewMode.tsx'

export function Details() {
  const { isEditing, note } = useEditing()
  if (isEditing) return <DetailsForm />
  return (
    <StepFrame step="UPDATE_DETAILS">
      {note}
      <DetailsView />
    </StepFrame>
  )
}

function DetailsForm() {
  const { t } = useTranslation(['messages', 'common'])
  const { teamId, message } = useMessagePage()
  const save = useUpdate(teamId, message)
  const owners = useOwners(teamId, message.ownedBy?.teamUserId ?? null)
  const [draft, setDraft] = useState({ ...message, ownedBy: message.ownedBy?.teamUserId ?? null })
  const set = (change: MessageChange) => {
    setDraft((now) => ({ ...now, ...change }))
    // Without a name it cannot be saved; the rest of the change is.
    const { internalName, ...rest } = change
    const isNamed = internalName === undefined || internalName.trim() !== ''
    const sent = isNamed ? change : rest
    if (Object.keys(sent).length > 0) save.add(sent)
  }
  const errors: Readonly<Record<string, string>> = {
    ...save.errors,
    ...(draft.internalName.trim() === '' && { internalName: t('messages:details.nameRequired') }),
  }
  return (
    <StepFrame step="UPDATE_DETAILS" save={save}>
      <FormStack>
        <TextInput
          label={t('messages:details.method')}
          w={260}
          readOnly
          value={t(`messages:method.${message.deliveryMethodId}`)}
        />
        <DetailsFields method={message.deliveryMethodId} draft={draft} errors={errors} set={set} />
        <Select
          label={t('messages:column.ownedBy')}
          description={t('messages:details.ownerHelp')}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t('common:noResults')}
          value={draft.ownedBy === null ? null : String(draft.ownedBy)}
          error={errors.ownedBy}
          data={(owners ?? []).map(({ teamUserId, name }) => ({ value: String(teamUserId), label: name }))}
          onChange={(value) => value !== null && set({ ownedBy: Number(value) })}
        />
        {message.deliveryMethodId === 'EMAIL' && (
          <div className={shared.stack8}>
            <Switch
              label={t('messages:details.tracksOpens')}
              description={t('messages:details.tracksOpensHelp')}
              checked={draft.tracksOpens}
              onChange={(event) => set({ tracksOpens: event.currentTarget.checked })}
            />
            <Switch
              label={t('messages:details.tracksClicks')}
              description={t('messages:details.tracksClicksHelp')}
              checked={draft.tracksClicks}
              onChange={(event) => set({ tracksClicks: event.currentTarget.checked })}
            />
          </div>
        )}
      </FormStack>
    </StepFrame>
  )
}

function DetailsView() {
  const { t } = useTranslation(['messages', 'common'])
  const { teamId, message } = useMessagePage()
  const sender = useSenders(teamId, message.deliveryMethodId)?.find(({ id }) => id === message.senderId)
  const yesNo = (is: boolean) => (is ? t('common:yes') : t('common:no'))
  const isEmail = message.deliveryMethodId === 'EMAIL'
  return (
    <Facts
      facts={[
        { label: t('messages:details.internalName'), value: message.internalName },
        { label: t('messages:details.internalDescription'), value: message.internalDescription },
        { label: t('messages:details.method'), value: t(`messages:method.${message.deliveryMethodId}`) },
        { label: t('messages:details.contentType'), value: t(`messages:type.${message.contentTypeId}`) },
        { label: t('messages:details.sender'), value: sender && senderName(sender) },
        {
          label: t('messages:details.contentLanguage'),
          value: languageName(message.contentLanguageId, currentLanguage()),
        },
        { label: t('messages:column.ownedBy'), value: message.ownedBy?.name },
        { label: t('messages:details.tracksOpens'), value: isEmail && yesNo(message.tracksOpens) },
        { label: t('messages:details.tracksClicks'), value: isEmail && yesNo(message.tracksClicks) },
      ]}
    />
  )
}
