/** Unsaved changes of a team's account. */
import {
  type AccountSettings,
  accountSettings,
  type TeamAccount,
} from '@muster/contract/teams/account.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call, queryKeyOf } from '../../../lib/api.ts'
import { useErrorText, useFieldErrors } from '../../../lib/errors.ts'
import { refreshAtOnce } from '../../../lib/stale.ts'
import type { SaveStateName } from '../../../ui/SaveState.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import { refreshTeam } from '../selected-team.ts'

export interface AccountDraft {
  values: AccountSettings
  set(change: Partial<AccountSettings>): void
  /** Error texts by setting. */
  errors: Readonly<Record<string, string>>
  isDirty: boolean
  state: SaveStateName
  save(): Promise<void>
  discard(): void
}

const names = Object.keys(accountSettings.shape) as (keyof AccountSettings)[]

function settingsOf(account: TeamAccount): AccountSettings {
  return Object.fromEntries(names.map((name) => [name, account[name]])) as AccountSettings
}

export function useAccountDraft(account: TeamAccount): AccountDraft {
  const { t } = useTranslation('teams')
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  const fieldErrors = useFieldErrors()
  const [changed, setChanged] = useState<Partial<AccountSettings>>({})
  /** Of the account when the first change was made. */
  const [version, setVersion] = useState<number | null>(null)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [state, setState] = useState<SaveStateName>('idle')
  const saved = settingsOf(account)
  const changes = differing(changed, saved)
  const isDirty = Object.keys(changes).length > 0
  useLeaveGuard(() => isDirty)
  const params = { teamId: account.teamId }

  async function fail(error: unknown) {
    setState('failed')
    if (error instanceof ApiError && error.code === 'version_conflict') {
      const now = await call(api.teams.account, { params })
      queryClient.setQueryData(queryKeyOf(api.teams.account, { params }), now)
      setVersion(now.version)
      toast.error(t('account.conflict'))
      return
    }
    const found = fieldErrors(error)
    setErrors(Object.fromEntries(Object.entries(found).map(([path, text]) => [path.split('.')[0], text])))
    toast.error(`${t('account.saveError')} ${errorText(error)}`)
    focusFirstError()
  }

  return {
    values: { ...saved, ...changed },
    set(change) {
      if (!isDirty) setVersion(account.version)
      setChanged((now) => ({ ...now, ...change }))
      setErrors((now) => without(now, Object.keys(change)))
      setState('idle')
    },
    errors,
    isDirty,
    state,
    async save() {
      setState('saving')
      setErrors({})
      try {
        const body = { ...changes, version: version ?? account.version }
        const now = await call(api.teams.update, { params, body })
        // Before the draft is cleared: until the refetch, the saved values would be missing.
        queryClient.setQueryData(queryKeyOf(api.teams.account, { params }), now)
        setChanged({})
        setState('saved')
        void refreshAtOnce(queryClient, api.teams.update, params)
        await refreshTeam()
      } catch (error) {
        await fail(error).catch(() => toast.error(errorText(error)))
      }
    },
    discard() {
      setChanged({})
      setErrors({})
      setState('idle')
    },
  }
}

/** The settings that are not as saved. */
function differing(changed: Partial<AccountSettings>, saved: AccountSettings): Partial<AccountSettings> {
  return Object.fromEntries(
    Object.entries(changed).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name as keyof AccountSettings]),
    ),
  )
}

function without(errors: Readonly<Record<string, string>>, names: readonly string[]) {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)))
}

/** After the errors are rendered at their inputs. */
function focusFirstError(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus()),
  )
}
