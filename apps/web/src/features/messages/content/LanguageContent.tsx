/** What a message says in one language: an SMS, or an email's subject line, preheader, design and text version. */
import { Switch, Textarea } from '@mantine/core'
import { checkContent, emptyDesign } from '@muster/contract/messages/design'
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import {
  type MessageContent,
  maxSmsLength,
  maxSubjectLength,
  maxTextLength,
  type SaveContent,
} from '@muster/contract/messages/messages.schema'
import type { Language } from '@muster/contract/paging'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormStack } from '../../../ui/FormField.tsx'
import shared from '../../../ui/shared.module.css'
import { EditorContext } from '../editor/editor-context.ts'
import { MergeTextInput } from '../editor/MergeTextInput.tsx'
import { MessageEditor } from '../editor/MessageEditor.tsx'
import classes from './LanguageContent.module.css'
import { useContentChoices } from './use-content-env.ts'
import { usePictures } from './use-pictures.tsx'

type Change = Omit<SaveContent, 'version'>

export function LanguageContent({
  method,
  language,
  needsUnsubscribe,
  content,
  isDisabled = false,
  onChange,
}: {
  method: DeliveryMethod
  language: Language
  /** Whether people must be able to unsubscribe by a link in it. */
  needsUnsubscribe: boolean
  /** Undefined: nothing is written yet. */
  content: MessageContent | undefined
  isDisabled?: boolean
  onChange(change: Change): void
}) {
  const { t } = useTranslation(['messages', 'common'])
  const { fields, views, env } = useContentChoices(needsUnsubscribe)
  const { imageUrl, pictures } = usePictures()
  const [draft, setDraft] = useState(() => ({
    subjectLine: content?.subjectLine ?? '',
    preheader: content?.preheader ?? '',
    design: content?.design ?? emptyDesign(),
    textOnlyVersion: content?.textOnlyVersion ?? '',
    isTextOwn: content?.isTextOwn ?? false,
  }))
  const set = (change: Partial<typeof draft>) => {
    setDraft((now) => ({ ...now, ...change }))
    onChange(change)
  }
  const problems = useMemo(
    () => checkContent({ ...draft, textOnly: draft.isTextOwn ? draft.textOnlyVersion : null }, env),
    [draft, env],
  )
  const context = {
    fields,
    views,
    language,
    isDisabled,
    look: draft.design.settings,
    problems,
    imageUrl,
    pictures,
  }
  if (method === 'SMS') {
    return (
      <EditorContext value={context}>
        <div className={classes.narrow}>
          <MergeTextInput
            label={t('messages:content.sms')}
            help={t('common:characterCount', { count: draft.textOnlyVersion.length, max: maxSmsLength })}
            value={draft.textOnlyVersion}
            maxLength={maxSmsLength}
            isLong
            onChange={(textOnlyVersion) => set({ textOnlyVersion, isTextOwn: true })}
          />
        </div>
      </EditorContext>
    )
  }
  return (
    <div className={shared.stack16}>
      <EditorContext value={context}>
        <div className={classes.narrow}>
          <FormStack>
            <MergeTextInput
              label={t('messages:content.subjectLine')}
              value={draft.subjectLine}
              maxLength={maxSubjectLength}
              onChange={(subjectLine) => set({ subjectLine })}
            />
            <MergeTextInput
              label={t('messages:content.preheader')}
              help={t('messages:content.preheaderHelp')}
              value={draft.preheader}
              maxLength={maxSubjectLength}
              onChange={(preheader) => set({ preheader })}
            />
          </FormStack>
        </div>
      </EditorContext>
      <MessageEditor
        design={draft.design}
        fields={fields}
        views={views}
        language={language}
        disabled={isDisabled}
        problems={problems}
        imageUrl={imageUrl}
        pictures={pictures}
        onChange={(design) => set({ design })}
      />
      <div className={classes.narrow}>
        <FormStack>
          <Switch
            label={t('messages:content.ownText')}
            description={t('messages:content.ownTextHelp')}
            checked={draft.isTextOwn}
            disabled={isDisabled}
            onChange={(event) => set({ isTextOwn: event.currentTarget.checked })}
          />
          {draft.isTextOwn && (
            <Textarea
              label={t('messages:content.textOnly')}
              description={t('messages:content.textOnlyHelp')}
              value={draft.textOnlyVersion}
              disabled={isDisabled}
              autosize
              minRows={8}
              maxRows={30}
              maxLength={maxTextLength}
              onChange={(event) => set({ textOnlyVersion: event.currentTarget.value })}
            />
          )}
        </FormStack>
      </div>
    </div>
  )
}
