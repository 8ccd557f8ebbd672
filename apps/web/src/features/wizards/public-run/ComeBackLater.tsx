/** A quiet way out of a run: a mailed link leads back to it, on any device. */
import { Button, TextInput } from '@mantine/core'
import type { RunScreen } from '@muster/contract/wizards/runs.schema'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText, useFieldErrors } from '../../../lib/errors.ts'
import styles from '../../../ui/shared.module.css'
import classes from './Public.module.css'

interface ComeBackLaterProps {
  screen: RunScreen
  /** @returns whether it was sent; without an address, whether that is known */
  send(address?: string): Promise<boolean>
}

type Stage = { at: 'closed' | 'asking' } | { at: 'sent'; to: string | null }

export function ComeBackLater({ screen, send }: ComeBackLaterProps) {
  const { t } = useTranslation(['wizardRuns', 'errors'])
  const errorText = useErrorText()
  const fieldErrors = useFieldErrors()
  const [stage, setStage] = useState<Stage>({ at: 'closed' })
  const [address, setAddress] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const said = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (stage.at === 'sent') said.current?.focus()
  }, [stage])
  if (screen.state !== 'waiting' || !screen.ask || screen.needsSignIn) return null

  const attempt = async (to?: string) => {
    setBusy(true)
    setError(null)
    try {
      const isSent = await send(to)
      setStage(isSent ? { at: 'sent', to: to ?? null } : { at: 'asking' })
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(address.trim())
  }
  const wrong = fieldErrors(error).address
  const problem = error !== null && !wrong && (
    <p role="alert" className={classes.laterProblem}>
      {errorText(error)}
    </p>
  )
  if (stage.at === 'sent') {
    return (
      <p ref={said} tabIndex={-1} role="status" className={classes.later}>
        {stage.to === null ? t('later.known') : t('later.sent', { address: stage.to })}
      </p>
    )
  }
  if (stage.at === 'closed') {
    return (
      <div className={classes.later}>
        <button type="button" className={styles.link} disabled={isBusy} onClick={() => void attempt()}>
          {t('later.open')}
        </button>
        {problem}
      </div>
    )
  }
  return (
    <form className={`${classes.later} ${styles.stack12}`} onSubmit={submit} noValidate>
      <p>{t('later.why')}</p>
      <TextInput
        label={t('later.email')}
        type="email"
        autoComplete="email"
        autoFocus
        value={address}
        error={wrong}
        onChange={(event) => {
          setAddress(event.currentTarget.value)
          setError(null)
        }}
      />
      {problem}
      <div className={classes.laterButtons}>
        <Button type="submit" variant="default" loading={isBusy} disabled={address.trim().length < 3}>
          {t('later.send')}
        </Button>
        <Button variant="subtle" disabled={isBusy} onClick={() => setStage({ at: 'closed' })}>
          {t('later.close')}
        </Button>
      </div>
    </form>
  )
}
