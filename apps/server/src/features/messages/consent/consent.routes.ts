/** Endpoints for subjects, suppressed addresses, and the pages where people decide what they receive. */
import type { consentApi, publicConsentApi } from '@muster/contract/messages/consent.api'
import type { Deps } from '../../../engine/public.ts'
import type { Handlers } from '../../../platform/http/bind.ts'
import { languagesOf } from '../../../platform/http/language.ts'
import {
  createSubject,
  listSubjects,
  listSuppressions,
  release,
  removeSubject,
  suppress,
  updateSubject,
} from './consent.service.ts'
import type { PreferencesService } from './preferences.service.ts'
import { subscribePeople } from './subscribe-people.ts'

export function consentRoutes(deps: Deps): Handlers<typeof consentApi> {
  return {
    subjects: async (_input, { teamUser }) => ({ items: await listSubjects(deps, teamUser.teamId) }),
    createSubject: ({ body }, { teamUser }) => createSubject(deps, teamUser.teamId, body),
    updateSubject: ({ params, body }, { teamUser }) =>
      updateSubject(deps, teamUser.teamId, params.subjectId, body),
    removeSubject: ({ params }, { teamUser }) => removeSubject(deps, teamUser.teamId, params.subjectId),
    subscribe: ({ params, body }, { teamUser }) => subscribePeople(deps, teamUser, params.subjectId, body),
    suppressions: ({ query }, { teamUser }) => listSuppressions(deps, teamUser.teamId, query),
    suppress: ({ body }, { teamUser }) => suppress(deps, teamUser.teamId, body),
    release: ({ params }, { teamUser }) => release(deps, teamUser.teamId, params.suppressionId),
  }
}

export function publicConsentRoutes(service: PreferencesService): Handlers<typeof publicConsentApi> {
  return {
    preferences: ({ params }) => service.preferences(params.token),
    savePreferences: ({ params, body }, { request }) => service.save(params.token, body, request.ip),
    subscriptionPage: ({ params, query }, { request }) =>
      service.subscriptionPage(params.teamId, [query.language, ...languagesOf(request)]),
    subscribe: ({ params, body }, { request }) => service.subscribe(params.teamId, body, request.ip),
    confirm: ({ body }, { request }) => service.confirm(body.token, request.ip),
  }
}
