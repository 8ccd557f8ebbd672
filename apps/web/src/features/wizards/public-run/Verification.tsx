/** A person proves an address by a code that is sent to it; those who share it choose who they are. */
import { Alert, Button, SegmentedControl, TextInput } from '@mantine/core'
import type { Language } from '@muster/contract/paging'
import type { PublicWizard } from '@muster/contract/wizards/public-runs.api'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, call } from '../../../lib/call.ts'
import { useErrorText, useFieldErrors } from '../../../lib/errors.ts'
import { newProof } from '../../../lib/proof.ts'
import { publicWizards } from '../../../lib/public-wizards.ts'
import styles from '../../../ui/shared.module.css'
import classes from './Public.module.css'
import { type Started, startedOf } from './started.ts'

type Channel = 'email' | 'sms'

interface VerificationProps {
  params: { teamId: number; dataWizardId: number }
  by: NonNullable<PublicWizard['verifies']>
  language: Language
  onStarted(run: Started): void
}

interface Choice {
  id: number
  name: string
}

export function Verification({ params, by, language, onStarted }: VerificationProps) {
  const { t } = useTranslation(['wizardRuns', 'common', 'errors'])
  const [channel, setChannel] = useState<Channel>(by === 'sms' ? 'sms' : 'email')
  const [address, setAddress] = useState('')
  const [code, setCode] = useState('')
  const [verificationId, setVerificationId] = useState<string | null>(null)
  const [choices, setChoices] = useState<readonly Choice[]>([])
  const { isBusy, error, attempt, clear } = useAttempt()
  const errorText = useErrorText()
  const fieldErrors = useFieldErrors()
  const isWrongCode = error instanceof ApiError && error.code === 'code_wrong'
  const wrong = isWrongCode ? t('verify.wrong') : Object.values(fieldErrors(error))[0]
  const failure = error !== null && wrong === undefined ? errorText(error) : null

  const send = () =>
    attempt(async () => {
      const sent = await call(publicWizards.sendCode, {
        params,
        body: { channel, address: address.trim(), language, proof: await newProof() },
      })
      setCode('')
      setVerificationId(sent.verificationId)
    })
  const check = (dataRecordId?: number) =>
    attempt(async () => {
      const checked = await call(publicWizards.checkCode, {
        params,
        body: {
          verificationId: verificationId ?? '',
          code: code.trim(),
          language,
          ...(dataRecordId === undefined ? {} : { dataRecordId }),
        },
      })
      if (checked.started) onStarted(startedOf(checked.started))
      else setChoices(checked.choices)
    })
  const submit = (act: () => unknown) => (event: FormEvent) => {
    event.preventDefault()
    void act()
  }
  const problem = failure !== null && (
    <Alert role="alert" color="red">
      {failure}
    </Alert>
  )

  if (choices.length > 0) {
    return (
      <section className={styles.stack12} aria-labelledby="who">
        <h2 id="who" className={styles.title}>
          {t('verify.who')}
        </h2>
        {problem}
        <ul className={classes.choices}>
          {choices.map(({ id, name }) => (
            <li key={id}>
              <Button variant="default" size="md" fullWidth disabled={isBusy} onClick={() => void check(id)}>
                {name || t('pick.unnamed')}
              </Button>
            </li>
          ))}
        </ul>
      </section>
    )
  }
  if (verificationId !== null) {
    return (
      <form className={styles.stack12} onSubmit={submit(() => check())} noValidate>
        <p role="status">{t('verify.sent', { address: address.trim() })}</p>
        {problem}
        <TextInput
          label={t('verify.code')}
          description={t('verify.codeHelp')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          autoFocus
          value={code}
          error={wrong}
          onChange={(event) => {
            setCode(event.currentTarget.value.replace(/\D/g, ''))
            clear()
          }}
        />
        <div className={styles.wrapRow12}>
          <Button type="submit" size="md" loading={isBusy} disabled={code.length !== 6}>
            {t('common:next')}
          </Button>
          <Button
            variant="default"
            size="md"
            disabled={isBusy}
            onClick={() => {
              setVerificationId(null)
              clear()
            }}
          >
            {t('verify.again')}
          </Button>
        </div>
      </form>
    )
  }
  return (
    <form className={styles.stack12} onSubmit={submit(send)} noValidate>
      <p>{t('verify.why')}</p>
      {problem}
      {by === 'email_or_sms' && (
        <SegmentedControl
          aria-label={t('verify.channel')}
          value={channel}
          data={[
            { value: 'email', label: t('verify.byEmail') },
            { value: 'sms', label: t('verify.bySms') },
          ]}
          onChange={(value) => {
            setChannel(value as Channel)
            setAddress('')
            clear()
          }}
        />
      )}
      <TextInput
        label={t(channel === 'email' ? 'verify.email' : 'verify.phone')}
        type={channel === 'email' ? 'email' : 'tel'}
        autoComplete={channel === 'email' ? 'email' : 'tel'}
        value={address}
        error={wrong}
        onChange={(event) => {
          setAddress(event.currentTarget.value)
          clear()
        }}
      />
      <div>
        <Button type="submit" size="md" loading={isBusy} disabled={address.trim().length < 3}>
          {t('verify.send')}
        </Button>
      </div>
    </form>
  )
}

/** One request at a time, and why the last one failed. */
function useAttempt() {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  return {
    isBusy,
    error,
    clear: () => setError(null),
    async attempt(act: () => Promise<void>): Promise<void> {
      if (isBusy) return
      setBusy(true)
      setError(null)
      try {
        await act()
      } catch (failure) {
        setError(failure)
      } finally {
        setBusy(false)
      }
    },
  }
}
