/** The actions on a message in lists and on its own page: only what its `mayDo` allows. */
import type { ListedMessage } from '@muster/contract/messages/messages.schema'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import { useTeamId } from '../../teams/public.ts'
import { useMessageActs } from '../data/use-message-acts.ts'

const isDraft = ({ status }: Pick<ListedMessage, 'status'>): boolean => status === 'DRAFT'

type Listed = Pick<ListedMessage, 'id' | 'internalName' | 'status' | 'mayDo'>

export function useMessageMenu() {
  const { t } = useTranslation('messages')
  const teamId = useTeamId()
  const navigate = useNavigate()
  const acts = useMessageActs(teamId)
  const base = `/team-${teamId}/outgoing-messages`
  const urlOf = (message: Pick<ListedMessage, 'id' | 'status'>, tab?: string) =>
    `${base}/${message.id}/${tab ?? (isDraft(message) ? 'details' : 'summary')}`

  const duplicate = async (message: Listed) => {
    const copy = await acts.duplicate(message)
    if (copy) void navigate({ to: urlOf(copy) })
  }
  /** @param onGone called once the message is deleted */
  const actsOn = (message: Listed, onGone?: () => void): MenuItem[] => {
    const may = (event: ListedMessage['mayDo'][number]) => message.mayDo.includes(event)
    return [
      { label: t('act.duplicate'), glyph: 'copy', action: () => void duplicate(message) },
      ...(may('unschedule')
        ? [
            {
              label: t('act.unschedule'),
              glyph: 'undo' as const,
              action: () => void acts.unschedule(message),
            },
          ]
        : []),
      ...(may('archive')
        ? [{ label: t('act.archive'), glyph: 'archive' as const, action: () => void acts.archive(message) }]
        : []),
      ...(may('unarchive')
        ? [{ label: t('act.unarchive'), glyph: 'undo' as const, action: () => void acts.unarchive(message) }]
        : []),
      ...(may('delete')
        ? [
            {
              label: t('act.delete'),
              glyph: 'trash' as const,
              isSeparated: true,
              action: async () => {
                if (await acts.remove(message)) onGone?.()
              },
            },
          ]
        : []),
    ]
  }
  const rowMenu = (message: Listed): MenuItem[] => [
    { label: t('act.view'), glyph: 'eye', url: urlOf(message) },
    ...(message.mayDo.includes('edit')
      ? [{ label: t('act.edit'), glyph: 'edit' as const, url: urlOf(message, 'details') }]
      : []),
    ...actsOn(message),
  ]
  return { base, urlOf, actsOn, rowMenu }
}
