import type { messageHooksApi } from '@muster/contract/messages/senders.api'
import type { FastifyRequest } from 'fastify'
import type { Handlers } from '../../../platform/http/bind.ts'
import type { HookBody } from '../../../platform/http/hook-body.ts'
import { answerTwilioSms, noteBounceMail, noteSns, noteTwilioStatus } from './hooks.service.ts'
import type { EventDeps } from './note-event.ts'
import { Sns } from './sns.ts'

const called = (request: FastifyRequest, body: HookBody) => ({
  path: request.raw.url ?? '',
  signature: String(request.headers['x-twilio-signature'] ?? ''),
  body,
})

/** @param sns another one in tests */
export function messageHooksRoutes(deps: EventDeps, sns: Sns = new Sns()): Handlers<typeof messageHooksApi> {
  return {
    ses: async ({ params, body }) => {
      await noteSns(deps, sns, params.key, body)
      return undefined
    },
    twilioStatus: async ({ params, body }, { request }) => {
      await noteTwilioStatus(deps, params.key, called(request, body))
      return undefined
    },
    twilioInbound: ({ params, body }, { request }) =>
      answerTwilioSms(deps, params.key, called(request, body)),
    bounces: async ({ params, body }) => {
      await noteBounceMail(deps, params.key, body.raw)
      return undefined
    },
  }
}
