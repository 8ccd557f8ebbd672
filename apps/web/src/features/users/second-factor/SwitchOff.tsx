/** Switches the second factor off. */
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { Drawer } from '../../../ui/Drawer.tsx'
import { toast } from '../../../ui/toasts.ts'
import { PasswordStep } from './PasswordStep.tsx'

export function SwitchOff({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('users')
  const queryClient = useQueryClient()

  async function stop(password: string) {
    await call(api.auth.stopSecondFactor, { body: { password } })
    await refreshChanged(queryClient, api.auth.stopSecondFactor)
    toast.success(t('secondFactor.stopped'))
    onClose()
  }

  return (
    <Drawer title={t('secondFactor.stopTitle')} isModal onClose={onClose}>
      <PasswordStep
        text={t('secondFactor.stopHelp')}
        submitLabel={t('secondFactor.stop')}
        onPassword={stop}
      />
    </Drawer>
  )
}
