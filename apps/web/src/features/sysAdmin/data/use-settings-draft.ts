/** Changes of settings of the system that are not saved yet. */
import {
  type SettingChanges,
  type SettingsView,
  systemSettingsSchema,
} from '@muster/contract/sysAdmin/settings.schema'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, queryKeyOf } from '../../../lib/api.ts'
import { useErrorText, useFieldErrors } from '../../../lib/errors.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import type { SaveStateName } from '../../../ui/SaveState.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'

const keys = systemSettingsSchema.keyof().options

export function useSettingsDraft(saved: SettingsView) {
  const { t } = useTranslation('sysAdmin')
  const errorText = useErrorText()
  const fieldErrors = useFieldErrors()
  const [{ oidcClientSecret, ...changes }, setChanges] = useState<SettingChanges>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [state, setState] = useState<SaveStateName>('idle')
  const values: SettingsView = { ...saved, ...changes }
  const isDirty = oidcClientSecret !== undefined || JSON.stringify(values) !== JSON.stringify(saved)
  useLeaveGuard(() => isDirty)

  /** Invalid values stay as they are until they are corrected. */
  async function save(): Promise<void> {
    const own = Object.fromEntries(keys.map((key) => [key, values[key]]))
    if (!systemSettingsSchema.safeParse(own).success) return
    setState('saving')
    try {
      const now = await call(api.sysAdmin.updateSettings, { body: { ...changes, oidcClientSecret } })
      queryClient.setQueryData(queryKeyOf(api.sysAdmin.settings, {}), now)
      setChanges({})
      setErrors({})
      setState('saved')
      await refreshChanged(queryClient, api.sysAdmin.updateSettings)
    } catch (error) {
      setState('failed')
      setErrors(fieldErrors(error))
      toast.error(`${t('settings.saveError')} ${errorText(error)}`)
    }
  }

  return {
    values,
    /** Not shown again once it is saved. */
    clientSecret: oidcClientSecret,
    /** The server's errors by setting. */
    errors,
    set(change: SettingChanges): void {
      setChanges((now) => ({ ...now, ...change }))
      setErrors((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in change))))
      setState('idle')
    },
    /** For the save bar. */
    bar: {
      isDirty,
      state,
      onSave: () => void save(),
      onDiscard: () => {
        setChanges({})
        setErrors({})
        setState('idle')
      },
    },
  }
}
