/** What people do with messages and templates; each failure and success is told in a toast (spec section 8). */
import type { Endpoint, Response as ResponseOf } from '@muster/contract/endpoint'
import type { OutgoingMessage } from '@muster/contract/messages/messages.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call, queryKeyOf } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toasts.ts'
import type { Done, Failure } from './message-texts.ts'

const isOfFields = (error: unknown): boolean => error instanceof ApiError && error.errors.length > 0

/** What a list and a message's own page both know of it. */
interface Named {
  id: number
  internalName: string
}

export function useMessageActs(teamId: number) {
  const { t } = useTranslation(['messages', 'common'])
  const errorText = useErrorText()
  const format = useFormat()
  const queryClient = useQueryClient()

  const paramsOf = (outgoingMessageId: number) => ({ teamId, outgoingMessageId })
  const keyOf = (id: number) => queryKeyOf(api.messages.get, { params: paramsOf(id) })
  /** The message as the server has it now, before the refetch. */
  const keep = (message: OutgoingMessage) => queryClient.setQueryData(keyOf(message.id), message)
  /** The message as it is known after the latest save, which a screen has not shown yet. */
  const newest = (message: OutgoingMessage): OutgoingMessage =>
    queryClient.getQueryData(keyOf(message.id)) ?? message
  const tell = (failed: Failure, error: unknown) => {
    const what = t(`messages:failed.${failed}`)
    toast.error(`${what} ${errorText(error)}`)
  }

  const refreshOutdated = (endpoint: Endpoint, error: unknown) => {
    // Most likely somebody else changed it meanwhile.
    if (error instanceof ApiError && error.status === 409)
      void refreshChanged(queryClient, endpoint, { teamId })
  }

  /** Throws what the call throws; errors of fields belong to a form and are not told. */
  const perform = async <E extends Endpoint>(
    endpoint: E,
    args: Parameters<typeof call<E>>[1],
    failed: Failure,
  ): Promise<ResponseOf<E>> => {
    try {
      const answer = await call(endpoint, args)
      void refreshChanged(queryClient, endpoint, { teamId })
      return answer
    } catch (error) {
      if (!isOfFields(error)) tell(failed, error)
      refreshOutdated(endpoint, error)
      throw error
    }
  }
  /** @returns the message, or null if it failed */
  const performOnMessage = async <E extends Endpoint>(
    endpoint: E,
    args: Parameters<typeof call<E>>[1],
    failed: Failure,
    done?: Done,
  ): Promise<OutgoingMessage | null> => {
    try {
      const message = (await call(endpoint, args)) as OutgoingMessage
      keep(message)
      void refreshChanged(queryClient, endpoint, { teamId }, { except: keyOf(message.id) })
      if (done) toast.success(t(`messages:done.${done}`, { name: message.internalName }))
      return message
    } catch (error) {
      tell(failed, error)
      refreshOutdated(endpoint, error)
      return null
    }
  }

  return {
    keep,
    newest,
    tell,
    perform,
    performOnMessage,
    archive: ({ id }: Named) =>
      performOnMessage(api.messages.archive, { params: paramsOf(id), body: {} }, 'archive', 'archived'),
    unarchive: ({ id }: Named) =>
      performOnMessage(api.messages.unarchive, { params: paramsOf(id), body: {} }, 'unarchive', 'unarchived'),
    unschedule: ({ id }: Named) =>
      performOnMessage(
        api.messages.unschedule,
        { params: paramsOf(id), body: {} },
        'unschedule',
        'unscheduled',
      ),
    pause: ({ id }: Named) =>
      performOnMessage(api.messages.pause, { params: paramsOf(id), body: {} }, 'pause', 'paused'),
    resume: ({ id }: Named) =>
      performOnMessage(api.messages.resume, { params: paramsOf(id), body: {} }, 'resume', 'resumed'),
    duplicate: async ({ id }: Named): Promise<OutgoingMessage | null> => {
      try {
        const original = await call(api.messages.get, { params: paramsOf(id) })
        const body = {
          internalName: t('messages:copyName', { name: original.internalName }).slice(0, 250),
          internalDescription: original.internalDescription,
          deliveryMethodId: original.deliveryMethodId,
          contentTypeId: original.contentTypeId,
          contentLanguageId: original.contentLanguageId,
          senderId: original.senderId,
          subjectId: original.subjectId,
          copyOfOutgoingMessageId: id,
        }
        return await performOnMessage(
          api.messages.create,
          { params: { teamId }, body },
          'create',
          'duplicated',
        )
      } catch (error) {
        tell('create', error)
        return null
      }
    },
    /** Asks first. @returns whether it is gone */
    async remove({ id, internalName }: Named): Promise<boolean> {
      const isSure = await confirm({
        title: t('messages:delete.title', { name: internalName }),
        text: t('messages:delete.text'),
        confirmLabel: t('messages:delete.confirm'),
        isDestructive: true,
      })
      if (!isSure) return false
      try {
        await call(api.messages.remove, { params: paramsOf(id) })
      } catch (error) {
        tell('delete', error)
        return false
      }
      queryClient.removeQueries({ queryKey: keyOf(id) })
      void refreshChanged(queryClient, api.messages.remove, { teamId })
      toast.success(t('messages:done.deleted', { name: internalName }))
      return true
    },
    /** A draft for those whom a message did not reach, or who did not click. */
    followUp: ({ id }: Named, to: 'failed' | 'not_clicked') =>
      performOnMessage(api.messages.followUp, { params: paramsOf(id), body: { to } }, 'followUp', 'followUp'),
    /** Asks first: sending again may reach somebody twice. */
    async resolveDoubts({ id }: Named, as: 'sent' | 'again', count: number) {
      const isSure = await confirm({
        title: t(`messages:doubts.${as}Title`, { count, number: format.number(count) }),
        text: t(`messages:doubts.${as}Text`),
        confirmLabel: t(`messages:doubts.${as}`),
      })
      if (!isSure) return null
      const args = { params: paramsOf(id), body: { as } }
      return performOnMessage(api.messages.resolveDoubts, args, 'resolveDoubts', 'doubtsResolved')
    },
  }
}
