/** Replaces the recovery codes. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { Drawer } from '../../../ui/Drawer.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

export function RenewCodes({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('users')
  const queryClient = useQueryClient()
  const [codes, setCodes] = useState<readonly string[]>()

  async function renew(password: string) {
    const { recoveryCodes } = await call(api.auth.renewRecoveryCodes, { body: { password } })
    setCodes(recoveryCodes)
    await refreshChanged(queryClient, api.auth.renewRecoveryCodes)
  }

  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />
  return (
    <Drawer title={t('secondFactor.renew')} isModal onClose={onClose}>
      <PasswordStep
        text={t('secondFactor.renewHelp')}
        submitLabel={t('secondFactor.next')}
        onPassword={renew}
      />
    </Drawer>
  )
}
