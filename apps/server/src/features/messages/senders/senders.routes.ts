import type { messageSendersApi } from '@muster/contract/messages/senders.api'
import type { Deps } from '../../../engine/public.ts'
import type { Handlers } from '../../../platform/http/bind.ts'
import {
  changeSender,
  changeSettings,
  checkSender,
  createSender,
  removeSender,
  sendersFor,
  settingsOf,
} from './senders.service.ts'

export function sendersRoutes(deps: Deps): Handlers<typeof messageSendersApi> {
  return {
    choices: async ({ params }) => ({
      items: (await sendersFor(deps, params.teamId)).map(
        ({ id, name, deliveryMethodId, fromName, fromAddress, state, isDefault }) => ({
          id,
          name,
          deliveryMethodId,
          fromName,
          fromAddress,
          state,
          isDefault,
        }),
      ),
    }),
    list: async ({ params }) => ({ items: await sendersFor(deps, params.teamId) }),
    create: ({ params, body }) => createSender(deps, params.teamId, body),
    update: ({ params, body }) => changeSender(deps, params.teamId, params.senderId, body),
    remove: async ({ params }) => {
      await removeSender(deps, params.teamId, params.senderId)
      return { id: params.senderId }
    },
    check: ({ params }) => checkSender(deps, params.teamId, params.senderId),
    settings: ({ params }) => settingsOf(deps, params.teamId),
    saveSettings: ({ params, body }) => changeSettings(deps, params.teamId, body),
  }
}
