/** The code by which websites show a wizard, and on which of them it works. */
import { NativeSelect } from '@mantine/core'
import type { Language } from '@muster/contract/paging'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../../ui/AppLink.tsx'
import { CopyLine } from '../../../../ui/CopyLine.tsx'
import styles from '../../../../ui/shared.module.css'
import { Section } from '../Section.tsx'
import { useWizardPage } from '../wizard-context.ts'
import { wizardFrame, wizardScript } from './addresses.ts'

export function EmbedCode() {
  const { t } = useTranslation(['wizards', 'common'])
  const { teamId, wizard, base } = useWizardPage()
  const [language, setLanguage] = useState<Language | null>(null)
  const { allowedFrameHosts, availableLanguages } = wizard
  const { origin } = window.location
  return (
    <Section title={t('wizards:access.embed')}>
      {allowedFrameHosts.length === 0 ? (
        <p className={styles.note}>
          {t('wizards:access.embedNowhere')}{' '}
          <AppLink href={`${base}/details`}>{t('wizards:access.listHosts')}</AppLink>
        </p>
      ) : (
        <>
          <p className={styles.note}>
            {t('wizards:access.embedOn', { hosts: allowedFrameHosts.join(', ') })}
          </p>
          {availableLanguages.length > 1 && (
            <NativeSelect
              label={t('wizards:access.embedLanguage')}
              w={240}
              value={language ?? ''}
              data={[
                { value: '', label: t('wizards:access.embedLanguageOfSite') },
                ...availableLanguages.map((value) => ({ value, label: t(`common:language.${value}`) })),
              ]}
              onChange={(event) =>
                setLanguage(availableLanguages.find((one) => one === event.currentTarget.value) ?? null)
              }
            />
          )}
          <CopyLine
            label={t('wizards:access.script')}
            help={t('wizards:access.scriptHelp')}
            text={wizardScript(origin, teamId, wizard.id, { language })}
          />
          <CopyLine
            label={t('wizards:access.iframe')}
            help={t('wizards:access.iframeHelp')}
            text={wizardFrame(origin, teamId, wizard, { language })}
          />
        </>
      )}
    </Section>
  )
}
