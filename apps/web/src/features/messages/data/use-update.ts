/** Autosave of a message's own settings. */
import type { OutgoingMessage, UpdateMessage } from '@muster/contract/messages/messages.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call, queryKeyOf } from '../../../lib/api.ts'
import { useFieldErrors } from '../../../lib/errors.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import type { SaveStateName } from '../../../ui/SaveState.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useAutosave } from './use-autosave.ts'
import { useMessageActs } from './use-message-acts.ts'

export type MessageChange = Omit<UpdateMessage, 'version'>

type Errors = Readonly<Record<string, string>>

export interface Update {
  state: SaveStateName
  /** Texts by value, until one that the server takes is saved. */
  errors: Errors
  add(change: MessageChange): void
  /** Saves at once what is left. @returns whether everything is saved */
  flush(): Promise<boolean>
}

const without = (errors: Errors, change: MessageChange): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([key]) => !(key in change)))

export function useUpdate(teamId: number, message: OutgoingMessage): Update {
  const { t } = useTranslation('messages')
  const queryClient = useQueryClient()
  const acts = useMessageActs(teamId)
  const fieldErrors = useFieldErrors()
  const [errors, setErrors] = useState<Errors>({})
  const params = { teamId, outgoingMessageId: message.id }
  const key = queryKeyOf(api.messages.get, { params })
  const { add, flush, state } = useAutosave<'details', MessageChange>(async (_, change) => {
    const now = queryClient.getQueryData<OutgoingMessage>(key) ?? message
    try {
      const saved = await call(api.messages.update, { params, body: { ...change, version: now.version } })
      queryClient.setQueryData(key, saved)
      setErrors((now) => without(now, change))
      void refreshChanged(queryClient, api.messages.update, { teamId }, { except: key })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'version_conflict') {
        // Retrying saves on top of what somebody else saved.
        await queryClient.refetchQueries({ queryKey: key })
        toast.error(t('conflict'))
      } else if (error instanceof ApiError && error.errors.length > 0) {
        const found = Object.entries(fieldErrors(error))
        setErrors((now) => ({
          ...without(now, change),
          ...Object.fromEntries(found.map(([path, text]) => [path.split('.')[0], text])),
        }))
      } else acts.tell('saveDetails', error)
      throw error
    }
  })
  return { state, errors, flush, add: useCallback((change) => add('details', change), [add]) }
}
