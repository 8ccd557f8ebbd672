/** What a message says in one language: subject line, preheader and text. */
import { Switch, Textarea, TextInput } from '@mantine/core'
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import {
  type MessageContent,
  maxSmsLength,
  maxSubjectLength,
  maxTextLength,
  type SaveContent,
} from '@muster/contract/messages/messages.schema'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormStack } from '../../../ui/FormField.tsx'
import classes from './LanguageContent.module.css'

type Change = Omit<SaveContent, 'version'>

export function LanguageContent({
  method,
  content,
  onChange,
}: {
  method: DeliveryMethod
  /** Undefined: nothing is written yet. */
  content: MessageContent | undefined
  onChange(change: Change): void
}) {
  const { t } = useTranslation(['messages', 'common'])
  const [draft, setDraft] = useState({
    subjectLine: content?.subjectLine ?? '',
    preheader: content?.preheader ?? '',
    textOnlyVersion: content?.textOnlyVersion ?? '',
    isTextOwn: content?.isTextOwn ?? false,
  })
  const set = (change: Partial<typeof draft>) => {
    setDraft((now) => ({ ...now, ...change }))
    onChange(change)
  }
  if (method === 'SMS') {
    return (
      <div className={classes.narrow}>
        <Textarea
          label={t('messages:content.sms')}
          description={t('common:characterCount', { count: draft.textOnlyVersion.length, max: maxSmsLength })}
          value={draft.textOnlyVersion}
          autosize
          minRows={5}
          maxRows={20}
          required
          maxLength={maxSmsLength}
          onChange={(event) => set({ textOnlyVersion: event.currentTarget.value, isTextOwn: true })}
        />
      </div>
    )
  }
  // Without blocks there is nothing that the text could follow.
  const isFollowing = !draft.isTextOwn && (content?.design.blocks.length ?? 0) > 0
  return (
    <div className={classes.narrow}>
      <FormStack>
        <TextInput
          label={t('messages:content.subjectLine')}
          value={draft.subjectLine}
          required
          maxLength={maxSubjectLength}
          onChange={(event) => set({ subjectLine: event.currentTarget.value })}
        />
        <TextInput
          label={t('messages:content.preheader')}
          description={t('messages:content.preheaderHelp')}
          value={draft.preheader}
          maxLength={maxSubjectLength}
          onChange={(event) => set({ preheader: event.currentTarget.value })}
        />
        {(content?.design.blocks.length ?? 0) > 0 && (
          <Switch
            label={t('messages:content.ownText')}
            description={t('messages:content.ownTextHelp')}
            checked={draft.isTextOwn}
            onChange={(event) => set({ isTextOwn: event.currentTarget.checked })}
          />
        )}
        {!isFollowing && (
          <Textarea
            label={t('messages:content.textOnly')}
            description={t('messages:content.textOnlyHelp')}
            value={draft.textOnlyVersion}
            autosize
            minRows={8}
            maxRows={30}
            maxLength={maxTextLength}
            onChange={(event) => set({ textOnlyVersion: event.currentTarget.value, isTextOwn: true })}
          />
        )}
      </FormStack>
    </div>
  )
}
