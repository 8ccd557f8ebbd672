/** Changes of settings of the system that are not saved yet. */
import { type SystemSettings, systemSettingsSchema } from '@muster/contract/sysAdmin/settings.schema'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, queryKeyOf } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import type { SaveStateName } from '../../../ui/SaveState.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'

export function useSettingsDraft(saved: SystemSettings) {
  const { t } = useTranslation('sysAdmin')
  const errorText = useErrorText()
  const [changes, setChanges] = useState<Partial<SystemSettings>>({})
  const [state, setState] = useState<SaveStateName>('idle')
  const values = { ...saved, ...changes }
  const isDirty = JSON.stringify(values) !== JSON.stringify(saved)
  useLeaveGuard(() => isDirty)

  /** Invalid values stay as they are until they are corrected. */
  async function save(): Promise<void> {
    if (!systemSettingsSchema.safeParse(values).success) return
    setState('saving')
    try {
      const now = await call(api.sysAdmin.updateSettings, { body: changes })
      queryClient.setQueryData(queryKeyOf(api.sysAdmin.settings, {}), now)
      setChanges({})
      setState('saved')
      await refreshChanged(queryClient, api.sysAdmin.updateSettings)
    } catch (error) {
      setState('failed')
      toast.error(`${t('settings.saveError')} ${errorText(error)}`)
    }
  }

  return {
    values,
    set(change: Partial<SystemSettings>): void {
      setChanges((now) => ({ ...now, ...change }))
      setState('idle')
    },
    /** For the save bar. */
    bar: {
      isDirty,
      state,
      onSave: () => void save(),
      onDiscard: () => {
        setChanges({})
        setState('idle')
      },
    },
  }
}
