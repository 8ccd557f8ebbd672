/** Saving the changes of a role's page; a change by somebody else in between is never overwritten. */
import type { UserRoleDetail } from '@muster/contract/roles/roles.api'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, queryKeyOf } from '../../lib/api.ts'
import { useErrorText, useFieldErrors } from '../../lib/errors.ts'
import { queryClient } from '../../lib/query-client.ts'
import { refreshChanged } from '../../lib/stale.ts'
import type { SaveStateName } from '../../ui/SaveState.tsx'
import { toast } from '../../ui/toasts.ts'
import { useTeamId } from '../teams/public.ts'

/** @param role as it was when editing began */
export function useRoleSave(role: UserRoleDetail) {
  const { t } = useTranslation('roles')
  const teamId = useTeamId()
  const errorText = useErrorText()
  const fieldErrors = useFieldErrors()
  const [state, setState] = useState<SaveStateName>('idle')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const key = queryKeyOf(api.roles.get, { params: { teamId, userRoleId: role.id } })

  return {
    state,
    /** Error texts by path. */
    errors,
    touched: () => {
      setState('idle')
      setErrors({})
    },
    /** @returns the saved role, or null */
    async save(send: () => Promise<UserRoleDetail>): Promise<UserRoleDetail | null> {
      setState('saving')
      setErrors({})
      try {
        const saved = await send()
        queryClient.setQueryData(key, saved)
        setState('saved')
        toast.success(t('toast.updated', { name: saved.roleName }))
        void refreshChanged(queryClient, api.roles.update, { teamId }, { except: key })
        return saved
      } catch (error) {
        setState('failed')
        const found = fieldErrors(error)
        setErrors(found)
        const isConflict = error instanceof ApiError && error.code === 'version_conflict'
        if (isConflict) void refreshChanged(queryClient, api.roles.update, { teamId })
        else if (Object.keys(found).length > 0) toast.error(t('toast.updateFailed'))
        else toast.error(`${t('toast.updateFailed')} ${errorText(error)}`)
        return null
      }
    },
  }
}
