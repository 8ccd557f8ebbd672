/** Autosave of what a message says, one language at a time. */
import type { OutgoingMessage, SaveContent } from '@muster/contract/messages/messages.schema'
import type { Language } from '@muster/contract/paging'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call, queryKeyOf } from '../../../lib/api.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { toast } from '../../../ui/toasts.ts'
import { type Autosave, useAutosave } from '../data/use-autosave.ts'
import { useMessageActs } from '../data/use-message-acts.ts'

export type ContentChange = Omit<SaveContent, 'version'>

interface ContentSave extends Autosave<Language, ContentChange> {
  /** Counts how often the contents were replaced from outside. */
  generation: number
  restart(): void
}

export function useContentSave(teamId: number, message: OutgoingMessage): ContentSave {
  const { t } = useTranslation('messages')
  const queryClient = useQueryClient()
  const acts = useMessageActs(teamId)
  const [generation, setGeneration] = useState(0)
  const params = { teamId, outgoingMessageId: message.id }
  const key = queryKeyOf(api.messages.get, { params })
  const save = useAutosave<Language, ContentChange>(async (languageId, change) => {
    const now = queryClient.getQueryData<OutgoingMessage>(key) ?? message
    try {
      const saved = await call(api.messages.saveContent, {
        params: { ...params, languageId },
        body: { ...change, version: now.version },
      })
      queryClient.setQueryData(key, saved)
      void refreshChanged(queryClient, api.messages.saveContent, { teamId }, { except: key })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'version_conflict') {
        // Retrying saves on top of what somebody else saved.
        await queryClient.refetchQueries({ queryKey: key })
        toast.error(t('conflict'))
      } else acts.tell('saveContent', error)
      throw error
    }
  })
  return { ...save, generation, restart: () => setGeneration((now) => now + 1) }
}
