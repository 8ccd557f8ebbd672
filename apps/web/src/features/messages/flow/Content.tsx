/** …/content: what the message says, in each language. */
import { Button } from '@mantine/core'
import type { Language } from '@muster/contract/paging'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queryOf } from '../../../lib/api.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { languageName } from '../../../lib/language-name.ts'
import { Glyph } from '../../../ui/Glyph.tsx'
import shared from '../../../ui/shared.module.css'
import { ContentView } from '../content/ContentView.tsx'
import { LanguageContent } from '../content/LanguageContent.tsx'
import { LanguageTabs } from '../content/LanguageTabs.tsx'
import { PreviewDialog } from '../content/PreviewDialog.tsx'
import { TestSendDialog } from '../content/TestSendDialog.tsx'
import { useContentSave } from '../content/use-content-save.ts'
import { useMessageActs } from '../data/use-message-acts.ts'
import { ApplyTemplate } from '../templates/ApplyTemplate.tsx'
import { useMessagePage } from './message-context.ts'
import { isOfContent, Problems } from './Problems.tsx'
import { StepFrame } from './StepFrame.tsx'
import { useEditing } from './ViewMode.tsx'

export function Content() {
  const { t } = useTranslation(['messages'])
  const { teamId, message } = useMessagePage()
  const { isEditing, note } = useEditing()
  const acts = useMessageActs(teamId)
  const [chosen, setChosen] = useState<Language>(message.contentLanguageId)
  const [open, setOpen] = useState<'preview' | 'test' | 'template' | null>(null)
  const params = { teamId, outgoingMessageId: message.id }
  const save = useContentSave(teamId, message)
  const language = message.contents.some((one) => one.languageId === chosen)
    ? chosen
    : message.contentLanguageId
  const content = message.contents.find(({ languageId }) => languageId === language)
  const add = async (languageId: Language) => {
    if (!(await save.flush())) return
    const { contents, contentLanguageId } = acts.newest(message)
    const first = contents.find((one) => one.languageId === contentLanguageId)
    const body = {
      subjectLine: first?.subjectLine ?? '',
      preheader: first?.preheader ?? '',
      textOnlyVersion: first?.textOnlyVersion ?? '',
      ...(first && { design: first.design, isTextOwn: first.isTextOwn }),
    }
    const args = { params: { ...params, languageId }, body }
    if (await acts.performOnMessage(api.messages.saveContent, args, 'saveContent')) setChosen(languageId)
  }
  const remove = async () => {
    const unsaved = await save.discard(language)
    const args = { params: { ...params, languageId: language } }
    const isRemoved = await acts.performOnMessage(api.messages.removeContent, args, 'removeLanguage')
    if (!isRemoved && unsaved) save.add(language, unsaved)
  }
  const show = async (what: 'preview' | 'test' | 'template') => {
    if (await save.flush()) setOpen(what)
  }
  const close = () => setOpen(null)
  return (
    <StepFrame step="UPDATE_CONTENT" isWide {...(isEditing ? { save } : {})}>
      {note}
      <div className={shared.stack16}>
        <LanguageTabs
          languages={message.contents.map(({ languageId }) => languageId)}
          value={language}
          first={message.contentLanguageId}
          onChange={async (next) => {
            if (await save.flush()) setChosen(next)
          }}
          {...(isEditing ? { onAdd: add, onRemove: remove } : {})}
          tools={
            <>
              <Button
                size="xs"
                variant="default"
                leftSection={<Glyph name="eye" />}
                onClick={() => void show('preview')}
              >
                {t('content.preview')}
              </Button>
              {isEditing && (
                <>
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<Glyph name="send" />}
                    onClick={() => void show('test')}
                  >
                    {t('content.test')}
                  </Button>
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<Glyph name="template" />}
                    onClick={() => void show('template')}
                  >
                    {t('content.applyTemplate')}
                  </Button>
                </>
              )}
            </>
          }
        />
        <Problems
          problems={message.problems.filter(
            ({ code, languageId, path }) =>
              isOfContent({ code, path }) && (languageId === language || languageId === null),
          )}
        />
        {isEditing ? (
          <LanguageContent
            // Another version was applied from outside, such as a template.
            key={`${language}-${save.generation}`}
            method={message.deliveryMethodId}
            language={language}
            needsUnsubscribe={message.contentTypeId !== 'TRANSACTIONAL'}
            content={content}
            onChange={(change) => save.add(language, change)}
          />
        ) : (
          content && <ContentView method={message.deliveryMethodId} content={content} />
        )}
      </div>
      {open === 'preview' && (
        <PreviewDialog
          title={t('content.previewIn', { language: languageName(language, currentLanguage()) })}
          query={queryOf(api.messages.preview, { params, body: { languageId: language } })}
          onClose={close}
        />
      )}
      {open === 'test' && <TestSendDialog languageId={language} onClose={close} />}
      {open === 'template' && <ApplyTemplate onApplied={save.restart} onClose={close} />}
    </StepFrame>
  )
}
