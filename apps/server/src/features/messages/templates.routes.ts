import type { messageTemplatesApi } from '@muster/contract/messages/templates.api'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { previewTemplate } from './preview.service.ts'
import {
  createTemplate,
  getTemplate,
  listTemplates,
  moveTemplate,
  removeTemplate,
  removeTemplateContent,
  saveTemplateContent,
  type TemplateMove,
  updateTemplate,
} from './templates.service.ts'

export function messageTemplatesRoutes(deps: Deps): Handlers<typeof messageTemplatesApi> {
  const move =
    (event: TemplateMove): Handlers<typeof messageTemplatesApi>['publish'] =>
    ({ params }, { teamUser }) =>
      moveTemplate(deps, teamUser, params.outgoingMessageTemplateId, event)
  return {
    list: async ({ query }, { teamUser }) => ({ items: await listTemplates(deps, teamUser, query) }),
    get: ({ params }, { teamUser }) => getTemplate(deps, teamUser, params.outgoingMessageTemplateId),
    create: ({ body }, { teamUser }) => createTemplate(deps, teamUser, body),
    update: ({ params, body }, { teamUser }) =>
      updateTemplate(deps, teamUser, params.outgoingMessageTemplateId, body),
    remove: async ({ params }, { teamUser }) => {
      await removeTemplate(deps, teamUser, params.outgoingMessageTemplateId)
      return { id: params.outgoingMessageTemplateId }
    },
    saveContent: ({ params, body }, { teamUser }) =>
      saveTemplateContent(deps, teamUser, params.outgoingMessageTemplateId, params.languageId, body),
    removeContent: ({ params }, { teamUser }) =>
      removeTemplateContent(deps, teamUser, params.outgoingMessageTemplateId, params.languageId),
    preview: ({ params, body }, { teamUser }) =>
      previewTemplate(deps, teamUser, params.outgoingMessageTemplateId, body.languageId),
    publish: move('publish'),
    unpublish: move('unpublish'),
    archive: move('archive'),
    unarchive: move('unarchive'),
  }
}
