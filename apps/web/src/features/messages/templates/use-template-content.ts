/** Saves what a template says, soon after each change. */
import type { MessageTemplate } from '@muster/contract/messages/templates.api'
import type { Language } from '@muster/contract/paging'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call } from '../../../lib/api.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { toast } from '../../../ui/toasts.ts'
import type { ContentChange } from '../content/use-content-save.ts'
import { useAutosave } from '../data/use-autosave.ts'
import { useTemplateActs } from './use-template-acts.ts'

export function useTemplateContent(teamId: number, template: MessageTemplate) {
  const { t } = useTranslation('messages')
  const queryClient = useQueryClient()
  const { keep, keyOf, tell } = useTemplateActs(teamId)
  const params = { teamId, outgoingMessageTemplateId: template.id }
  const key = keyOf(template.id)
  const kept = (saved: MessageTemplate) => {
    keep(saved)
    void refreshChanged(queryClient, api.messageTemplates.saveContent, { teamId }, { except: key })
  }
  const newest = (): MessageTemplate => queryClient.getQueryData(key) ?? template
  const save = useAutosave<Language, ContentChange>(async (languageId, change) => {
    const { version } = newest()
    try {
      kept(
        await call(api.messageTemplates.saveContent, {
          params: { ...params, languageId },
          body: { ...change, version },
        }),
      )
    } catch (error) {
      if (error instanceof ApiError && error.code === 'version_conflict') {
        // Retrying saves on top of what somebody else saved.
        await queryClient.refetchQueries({ queryKey: key })
        toast.error(t('conflict'))
      } else tell('saveContent', error)
      throw error
    }
  })
  return {
    save,
    /** Adds a language with a copy of the first one's content, once that is saved. @returns whether it was added */
    async add(languageId: Language): Promise<boolean> {
      if (!(await save.flush())) return false
      const first = newest().contents.find((one) => one.languageId === template.contentLanguageId)
      const {
        subjectLine = '',
        preheader = '',
        textOnlyVersion = '',
        isTextOwn = false,
        design,
      } = first ?? {}
      const body = { subjectLine, preheader, textOnlyVersion, isTextOwn, ...(design && { design }) }
      try {
        kept(await call(api.messageTemplates.saveContent, { params: { ...params, languageId }, body }))
        return true
      } catch (error) {
        tell('saveContent', error)
        return false
      }
    },
    async remove(languageId: Language): Promise<void> {
      const unsaved = await save.discard(languageId)
      try {
        kept(await call(api.messageTemplates.removeContent, { params: { ...params, languageId } }))
      } catch (error) {
        tell('removeLanguage', error)
        if (unsaved) save.add(languageId, unsaved)
      }
    },
  }
}
