import { messageSectionPermissions } from '@muster/contract/messages/message-permissions'
import type { ListedTemplate } from '@muster/contract/messages/templates.api'
import { api, useApi } from '../../../../lib/api.ts'
import { useCan } from '../../../teams/public.ts'

/** Published templates of messages by name; undefined while they load, null if the user may not see them. */
export function useTemplateChoices(teamId: number): readonly ListedTemplate[] | null | undefined {
  const maySee = useCan()(messageSectionPermissions)
  const { data, isError } = useApi(
    api.messageTemplates.list,
    { params: { teamId }, query: {} },
    { enabled: maySee },
  )
  return maySee && !isError ? data?.items : null
}
