/** The other way to sign in, if the system has one: with a provider of OpenID Connect. */
import { Button, Divider } from '@mantine/core'
import { maxRedirectLength } from '@muster/contract/auth/redirect-length'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { oidcLabels } from '../session.ts'
import { Failure } from './Failure.tsx'
import classes from './OidcButton.module.css'

/** @param props.redirect where to return to */
export function OidcButton({ redirect, rememberMe = true }: { redirect?: string; rememberMe?: boolean }) {
  const { t } = useTranslation('auth')
  const errorText = useErrorText()
  const labels = oidcLabels()
  const [isLeaving, setLeaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  // Somebody who comes back with the browser's button finds the page as they left it.
  useEffect(() => {
    const reset = () => setLeaving(false)
    window.addEventListener('pageshow', reset)
    return () => window.removeEventListener('pageshow', reset)
  }, [])
  if (!labels) return null

  async function leave() {
    setLeaving(true)
    setFailure(undefined)
    try {
      const isKept = redirect !== undefined && redirect.length <= maxRedirectLength
      const body = { rememberMe, ...(isKept && { redirect }) }
      const { url } = await call(api.auth.startOidc, { body })
      window.location.assign(url)
    } catch (error) {
      setFailure(errorText(error))
      setLeaving(false)
    }
  }

  return (
    <div className={classes.other}>
      <Divider label={t('oidc.or')} className={classes.or} />
      <Button variant="default" fullWidth loading={isLeaving} onClick={() => void leave()}>
        {labels[currentLanguage()] || t('oidc.button')}
      </Button>
      <Failure text={failure} />
    </div>
  )
}
