/** …/data-wizards/{id}/external-access: how people without a session reach a wizard, and who they then are. */
import { NativeSelect } from '@mantine/core'
import { externalAccessModes } from '@muster/contract/wizards/definition'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../lib/api.ts'
import { AppLink } from '../../../../ui/AppLink.tsx'
import { CopyLine } from '../../../../ui/CopyLine.tsx'
import { PageBody } from '../../../../ui/Page.tsx'
import styles from '../../../../ui/shared.module.css'
import classes from '../builder.module.css'
import { Section } from '../Section.tsx'
import { useWizardsAdmin } from '../use-wizards-admin.ts'
import { useWizardPage } from '../wizard-context.ts'
import { AccessLinks } from './AccessLinks.tsx'
import { AddressCode } from './AddressCode.tsx'
import { publicUrlOf } from './addresses.ts'
import { EmbedCode } from './EmbedCode.tsx'

export function ExternalAccess() {
  const { t } = useTranslation('wizards')
  const { teamId, wizard, base } = useWizardPage()
  const admin = useWizardsAdmin(teamId)
  const url = publicUrlOf(window.location.origin, teamId, wizard)
  const setMode = async (value: string) => {
    const externalAccessBy = externalAccessModes.find((mode) => mode === value)
    if (!externalAccessBy) return
    try {
      await admin.performOnWizard(
        api.wizards.update,
        {
          params: { teamId, dataWizardId: wizard.id },
          body: { externalAccessBy, version: wizard.version },
        },
        'saveWizard',
        () => true,
      )
    } catch {
      // Told by a toast; the select shows what is stored.
    }
  }
  return (
    <PageBody>
      <div className={classes.sections}>
        <Section title={t('access.public')}>
          {!wizard.isPublic && (
            <p className={styles.note}>
              {t('access.notPublic')} <AppLink href={`${base}/details`}>{t('access.makePublic')}</AppLink>
            </p>
          )}
          {wizard.isPublic && url === null && <p className={styles.note}>{t('access.noStep')}</p>}
          {wizard.isPublic && url !== null && (
            <>
              <CopyLine label={t('access.address')} help={t('access.addressHelp')} text={url} href={url} />
              <AddressCode url={url} name={wizard.name} />
            </>
          )}
        </Section>
        {wizard.isPublic && url !== null && <EmbedCode />}
        <Section title={t('access.known')}>
          <NativeSelect
            label={t('access.by')}
            description={t(`accessByText.${wizard.externalAccessBy}`)}
            value={wizard.externalAccessBy}
            data={externalAccessModes.map((value) => ({ value, label: t(`accessBy.${value}`) }))}
            onChange={(event) => void setMode(event.currentTarget.value)}
          />
          <AccessLinks admin={admin} />
        </Section>
      </div>
    </PageBody>
  )
}
