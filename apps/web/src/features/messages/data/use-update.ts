/** Autosave of a message's own settings. */
import type { OutgoingMessage, UpdateMessage } from '@muster/contract/messages/messages.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call, queryKeyOf } from '../../../lib/api.ts'
import { useFieldErrors } from '../../../lib/errors.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { toast } from '../../../ui/toasts.ts'
import { type Autosave, useAutosave } from './use-autosave.ts'
import { useMessageActs } from './use-message-acts.ts'

export type MessageChange = Omit<UpdateMessage, 'version'>

export function useUpdate(
  teamId: number,
  message: OutgoingMessage,
): Autosave<MessageChange> & { errors: Readonly<Record<string, string>> } {
  const { t } = useTranslation('messages')
  const queryClient = useQueryClient()
  const acts = useMessageActs(teamId)
  const fieldErrors = useFieldErrors()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const params = { teamId, outgoingMessageId: message.id }
  const key = queryKeyOf(api.messages.get, { params })
  const save = useAutosave<MessageChange>(async (change) => {
    const now = queryClient.getQueryData<OutgoingMessage>(key) ?? message
    try {
      const saved = await call(api.messages.update, { params, body: { ...change, version: now.version } })
      queryClient.setQueryData(key, saved)
      setErrors({})
      void refreshChanged(queryClient, api.messages.update, { teamId }, { except: key })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'version_conflict') {
        // Retrying saves on top of what somebody else saved.
        await queryClient.refetchQueries({ queryKey: key })
        toast.error(t('conflict'))
      } else if (error instanceof ApiError && error.errors.length > 0) {
        const found = Object.entries(fieldErrors(error))
        setErrors(Object.fromEntries(found.map(([path, text]) => [path.split('.')[0], text])))
      } else acts.tell('saveDetails', error)
      throw error
    }
  })
  return { ...save, errors }
}
