/** The four logos. Each is saved as soon as it is cut out. */
import { Button } from '@mantine/core'
import {
  type LogoName,
  logoRatios,
  logoTypes,
  maxLogoBytes,
  type TeamAccount,
} from '@muster/contract/teams/account.schema'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, queryKeyOf, upload } from '../../../lib/api.ts'
import { useErrorText, useFieldErrors } from '../../../lib/errors.ts'
import { refreshAtOnce } from '../../../lib/stale.ts'
import { confirm } from '../../../ui/confirm.ts'
import styles from '../../../ui/shared.module.css'
import { toast } from '../../../ui/toasts.ts'
import { refreshTeam } from '../selected-team.ts'
import classes from './account.module.css'
import { Section } from './Section.tsx'

const CropDialog = lazy(async () => ({ default: (await import('./CropDialog.tsx')).CropDialog }))

const groups = [
  { title: 'ofTeam', logos: ['squareLogo', 'horizontalLogo'] },
  { title: 'ofApp', logos: ['appSquareLogo', 'appHorizontalLogo'] },
] as const

export function LogosSection({ account }: { account: TeamAccount }) {
  const { t } = useTranslation('teams')
  return (
    <Section title={t('account.logos.title')} text={t('account.logos.text')}>
      {groups.map(({ title, logos }) => (
        <fieldset key={title} className={classes.logoGroup}>
          <legend>{t(`account.logos.${title}`)}</legend>
          {logos.map((logo) => (
            <Logo key={logo} logo={logo} account={account} />
          ))}
        </fieldset>
      ))}
      <p className={styles.note}>{t('account.logos.help')}</p>
    </Section>
  )
}

function Logo({ logo, account }: { logo: LogoName; account: TeamAccount }) {
  const { t } = useTranslation(['teams', 'errors'])
  const name = t(`teams:account.logos.${logo}`)
  const url = account[logo]
  const input = useRef<HTMLInputElement>(null)
  const [picked, setPicked] = useState<File | null>(null)
  const [error, setError] = useState('')
  const { save, remove } = useLogoActions(account.teamId, logo)

  function pick(file: File | undefined) {
    setError('')
    if (!file) return
    if (!logoTypes.includes(file.type)) setError(t('errors:unsupported_file'))
    else if (file.size > maxLogoBytes)
      setError(t('errors:file_too_large', { max: maxLogoBytes / 1024 / 1024 }))
    else setPicked(file)
  }

  return (
    <div className={classes.logo}>
      <div className={classes.logoPicture} data-square={logoRatios[logo].max === 1 || undefined}>
        {url ? <img src={url} alt={name} /> : <span aria-hidden="true" />}
      </div>
      <div className={classes.logoText}>
        <span className={classes.logoName}>{name}</span>
        {error ? (
          <p className={styles.error} role="alert">
            {error}
          </p>
        ) : (
          !url && <p className={styles.note}>{t('teams:account.logos.none')}</p>
        )}
        <div className={classes.logoActions}>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={name}
            accept={logoTypes.join()}
            onChange={(event) => {
              pick(event.currentTarget.files?.[0])
              // The same file can be picked again.
              event.currentTarget.value = ''
            }}
          />
          <Button
            variant="default"
            size="xs"
            aria-label={t(url ? 'teams:account.logos.replaceFor' : 'teams:account.logos.chooseFor', {
              logo: name,
            })}
            onClick={() => input.current?.click()}
          >
            {t(url ? 'teams:account.logos.replace' : 'teams:account.logos.choose')}
          </Button>
          {url && (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              aria-label={t('teams:account.logos.removeFor', { logo: name })}
              onClick={() => void remove()}
            >
              {t('teams:account.logos.remove')}
            </Button>
          )}
        </div>
      </div>
      {picked && (
        <Suspense>
          <CropDialog
            file={picked}
            title={t('teams:account.crop.title', { logo: name })}
            ratios={logoRatios[logo]}
            onSave={save}
            onClose={() => setPicked(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

function useLogoActions(teamId: number, logo: LogoName) {
  const { t } = useTranslation('teams')
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  const fieldErrors = useFieldErrors()
  const params = { teamId, logo }

  async function show(now: TeamAccount) {
    queryClient.setQueryData(queryKeyOf(api.teams.account, { params: { teamId } }), now)
    void refreshAtOnce(queryClient, api.teams.uploadLogo, { teamId })
    await refreshTeam()
  }
  return {
    /** @returns an error text, or null when it is saved */
    async save(picture: Blob): Promise<string | null> {
      try {
        await show(await upload(api.teams.uploadLogo, { params, query: { name: 'logo.png' } }, picture))
        toast.success(t('account.logos.saved'))
        return null
      } catch (error) {
        return fieldErrors(error)[logo] ?? `${t('account.logos.error')} ${errorText(error)}`
      }
    },
    async remove() {
      const isSure = await confirm({
        title: t('account.logos.removeTitle'),
        text: t('account.logos.removeText'),
        confirmLabel: t('account.logos.remove'),
        isDestructive: true,
      })
      if (!isSure) return
      try {
        await show(await call(api.teams.removeLogo, { params }))
        toast.success(t('account.logos.removed'))
      } catch (error) {
        toast.error(`${t('account.logos.error')} ${errorText(error)}`)
      }
    },
  }
}
