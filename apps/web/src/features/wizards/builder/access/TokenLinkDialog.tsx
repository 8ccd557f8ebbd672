/** Makes a personal link for one record: anyone who has it runs the wizard as that record. */
import { Button, NativeSelect, NumberInput } from '@mantine/core'
import type { Language } from '@muster/contract/paging'
import type { ExternalAccessLink } from '@muster/contract/wizards/wizards.schema'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../lib/api.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { languageName } from '../../../../lib/language-name.ts'
import { CopyLine } from '../../../../ui/CopyLine.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { FormStack } from '../../../../ui/FormField.tsx'
import styles from '../../../../ui/shared.module.css'
import { FieldInput, useFieldContext } from '../../../fields/public.ts'
import { pseudoField } from '../pseudo-field.ts'
import type { WizardsAdmin } from '../use-wizards-admin.ts'
import { useWizardPage } from '../wizard-context.ts'
import { AddressCode } from './AddressCode.tsx'

const usualDays = 365

export function TokenLinkDialog({
  admin,
  link,
  onClose,
}: {
  admin: WizardsAdmin
  link: ExternalAccessLink
  onClose(): void
}) {
  const { t } = useTranslation(['wizards', 'common'])
  const { teamId, wizard } = useWizardPage()
  const context = useFieldContext()
  const [dataRecordId, setRecord] = useState<number | null>(null)
  const [validForDays, setDays] = useState(usualDays)
  const [language, setLanguage] = useState<Language>(wizard.defaultDataLanguage)
  const [isBusy, setBusy] = useState(false)
  const [url, setUrl] = useState<string | null>(null)
  const create = async () => {
    if (dataRecordId === null) return
    setBusy(true)
    try {
      const made = await admin.perform(
        api.wizards.createTokenLink,
        {
          params: { teamId, dataWizardId: wizard.id },
          body: { externalAccessLinkId: link.id, dataRecordId, validForDays, language },
        },
        'tokenLink',
        () => true,
      )
      setUrl(made.url)
    } catch {
      // Told by a toast.
    }
    setBusy(false)
  }
  return (
    <Dialog title={t('wizards:access.personal')} width={520} onClose={onClose}>
      <FormStack>
        {url !== null ? (
          <>
            <CopyLine
              label={t('wizards:access.personalAddress')}
              help={t('wizards:access.personalWarning')}
              text={url}
            />
            <AddressCode url={url} name={wizard.name} />
            <div className={styles.actions}>
              <Button variant="default" onClick={() => setUrl(null)}>
                {t('wizards:access.another')}
              </Button>
              <Button onClick={onClose}>{t('common:done')}</Button>
            </div>
          </>
        ) : (
          <>
            <FieldInput
              field={pseudoField('single_data_record', t('wizards:access.record'), {
                helpText: t('wizards:access.recordHelp'),
                isRequired: true,
                settings: { dataCollectionId: link.dataCollectionId },
              })}
              value={dataRecordId}
              context={context}
              onChange={(value) => setRecord(typeof value === 'number' ? value : null)}
            />
            <NumberInput
              label={t('wizards:access.validForDays')}
              value={validForDays}
              min={1}
              max={3650}
              allowDecimal={false}
              w={160}
              onChange={(value) => typeof value === 'number' && value >= 1 && setDays(value)}
            />
            {wizard.availableLanguages.length > 1 && (
              <NativeSelect
                label={t('wizards:access.language')}
                value={language}
                data={wizard.availableLanguages.map((value) => ({
                  value,
                  label: languageName(value, currentLanguage()),
                }))}
                onChange={(event) => {
                  const next = wizard.availableLanguages.find((one) => one === event.currentTarget.value)
                  if (next) setLanguage(next)
                }}
              />
            )}
            <div className={styles.actions}>
              <Button variant="default" onClick={onClose}>
                {t('common:cancel')}
              </Button>
              <Button disabled={dataRecordId === null} loading={isBusy} onClick={() => void create()}>
                {t('wizards:access.createPersonal')}
              </Button>
            </div>
          </>
        )}
      </FormStack>
    </Dialog>
  )
}
