/** Switches the second factor on: password, app, recovery codes. */
import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { Drawer } from '../../../ui/Drawer.tsx'
import { FormActions, FormStack } from '../../../ui/FormField.tsx'
import { QrCode } from '../../../ui/QrCode.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import classes from './SecondFactor.module.css'
import { useCheckedForm } from './use-checked-form.ts'

const qrSize = 192

export function SetUp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('users')
  const queryClient = useQueryClient()
  const [key, setKey] = useState<{ uri: string; secret: string }>()
  const [codes, setCodes] = useState<readonly string[]>()

  async function confirm(code: string) {
    const { recoveryCodes } = await call(api.auth.confirmSecondFactor, { body: { code } })
    setCodes(recoveryCodes)
    await refreshChanged(queryClient, api.auth.confirmSecondFactor)
  }

  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />
  return (
    <Drawer title={t('secondFactor.setUp')} isModal onClose={onClose}>
      {key ? (
        <AppStep {...key} onCode={confirm} />
      ) : (
        <PasswordStep
          text={t('secondFactor.passwordHelp')}
          submitLabel={t('secondFactor.next')}
          onPassword={async (password) =>
            setKey(await call(api.auth.startSecondFactor, { body: { password } }))
          }
        />
      )}
    </Drawer>
  )
}

function AppStep({
  uri,
  secret,
  onCode,
}: {
  uri: string
  secret: string
  onCode: (code: string) => Promise<unknown>
}) {
  const { t } = useTranslation('users')
  const { onSubmit, isSending, input } = useCheckedForm(onCode)
  return (
    <form onSubmit={onSubmit} noValidate className={classes.step}>
      <FormStack>
        <p>{t('secondFactor.scan')}</p>
        <QrCode text={uri} label={t('secondFactor.qr')} size={qrSize} />
        <TextInput
          label={t('secondFactor.key')}
          readOnly
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
        />
        <TextInput
          label={t('secondFactor.code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
          {...input}
        />
        <FormActions>
          <Button type="submit" loading={isSending}>
            {t('secondFactor.confirm')}
          </Button>
        </FormActions>
      </FormStack>
    </form>
  )
}
