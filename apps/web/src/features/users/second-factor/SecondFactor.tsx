/** The part of the preferences about the second factor, where the system has it. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { FormActions } from '../../../ui/FormField.tsx'
import preferences from '../screens/Preferences.module.css'
import { RenewCodes } from './RenewCodes.tsx'
import { SetUp } from './SetUp.tsx'
import { SwitchOff } from './SwitchOff.tsx'

const dialogs = { setUp: SetUp, renew: RenewCodes, stop: SwitchOff }

export function SecondFactor() {
  const { t } = useTranslation('users')
  const { data } = useApi(api.auth.secondFactor, {})
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null)
  if (!data?.isPossible) return null
  const { isOn, hasPassword, recoveryCodesLeft } = data
  const Dialog = open && dialogs[open]
  return (
    <section className={preferences.account} aria-labelledby="second-factor-title">
      <h2 id="second-factor-title">{t('secondFactor.title')}</h2>
      <p>
        {isOn
          ? `${t('secondFactor.on')} ${t('secondFactor.left', { count: recoveryCodesLeft })}`
          : t('secondFactor.help')}
      </p>
      {!hasPassword ? (
        <p>{t('secondFactor.needsPassword')}</p>
      ) : isOn ? (
        <FormActions>
          <Button variant="default" onClick={() => setOpen('renew')}>
            {t('secondFactor.renew')}
          </Button>
          <Button variant="default" onClick={() => setOpen('stop')}>
            {t('secondFactor.stop')}
          </Button>
        </FormActions>
      ) : (
        <Button variant="default" onClick={() => setOpen('setUp')}>
          {t('secondFactor.setUp')}
        </Button>
      )}
      {Dialog && <Dialog onClose={() => setOpen(null)} />}
    </section>
  )
}
