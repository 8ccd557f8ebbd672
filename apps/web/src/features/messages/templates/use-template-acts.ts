/** What people do with templates; failures and successes are told in a toast. */
import type { ListedTemplate, MessageTemplate } from '@muster/contract/messages/templates.api'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, call, queryKeyOf } from '../../../lib/api.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toasts.ts'
import { useMessageActs } from '../data/use-message-acts.ts'

/** Where a template's content is edited; the address has no team, so it is told in the query. */
export const templateUrl = (teamId: number, id: number): string =>
  `/outgoing-messages-template/content/${id}?team=${teamId}`

type Move = 'publish' | 'unpublish' | 'archive' | 'unarchive'
/** Which moves each status has. */
const moves: Record<ListedTemplate['status'], readonly Move[]> = {
  DRAFT: ['publish', 'archive'],
  PUBLISHED: ['unpublish', 'archive'],
  ARCHIVED: ['unarchive'],
}
const glyphs = { publish: 'success', unpublish: 'draft', archive: 'archive', unarchive: 'undo' } as const

export function useTemplateActs(teamId: number) {
  const { t } = useTranslation('messages')
  const queryClient = useQueryClient()
  const { tell } = useMessageActs(teamId)
  const keyOf = (outgoingMessageTemplateId: number) =>
    queryKeyOf(api.messageTemplates.get, { params: { teamId, outgoingMessageTemplateId } })
  const keep = (template: MessageTemplate) => queryClient.setQueryData(keyOf(template.id), template)

  const move = async (
    { id, internalName }: Pick<ListedTemplate, 'id' | 'internalName'>,
    name: Move,
  ): Promise<boolean> => {
    try {
      const params = { teamId, outgoingMessageTemplateId: id }
      keep(await call(api.messageTemplates[name], { params }))
    } catch (error) {
      tell('moveTemplate', error)
      return false
    }
    void refreshChanged(queryClient, api.messageTemplates[name], { teamId }, { except: keyOf(id) })
    toast.success(t(`templates.done.${name}`, { name: internalName }))
    return true
  }
  const remove = async ({ id, internalName }: Pick<ListedTemplate, 'id' | 'internalName'>) => {
    const isSure = await confirm({
      title: t('templates.deleteTitle', { name: internalName }),
      text: t('delete.text'),
      confirmLabel: t('templates.delete'),
      isDestructive: true,
    })
    if (!isSure) return false
    try {
      await call(api.messageTemplates.remove, { params: { teamId, outgoingMessageTemplateId: id } })
    } catch (error) {
      tell('deleteTemplate', error)
      return false
    }
    void refreshChanged(queryClient, api.messageTemplates.remove, { teamId })
    toast.success(t('templates.done.deleted', { name: internalName }))
    return true
  }
  return {
    keep,
    keyOf,
    tell,
    move,
    urlOf: ({ id }: Pick<ListedTemplate, 'id'>) => templateUrl(teamId, id),
    /** @param onGone called once it is deleted */
    menuOf: (template: ListedTemplate, onGone?: () => void): MenuItem[] => [
      ...moves[template.status].map((name) => ({
        label: t(`templates.act.${name}`),
        glyph: glyphs[name],
        action: () => void move(template, name),
      })),
      ...(template.status === 'DRAFT'
        ? [
            {
              label: t('templates.delete'),
              glyph: 'trash' as const,
              isSeparated: true,
              action: async () => {
                if (await remove(template)) onGone?.()
              },
            },
          ]
        : []),
    ],
  }
}
