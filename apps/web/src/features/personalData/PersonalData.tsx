/** What is kept on a person: taken away as a file, reduced, or erased for good. */
import { Button, MultiSelect } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import type { RecordDetail } from '@muster/contract/records/records.schema'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, useApi } from '../../lib/api.ts'
import { useErrorText } from '../../lib/errors.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/query-client.ts'
import { refreshChanged } from '../../lib/stale.ts'
import { confirm } from '../../ui/confirm.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import styles from '../../ui/shared.module.css'
import { toast } from '../../ui/toasts.ts'
import { ExportWatch, useTrackExport } from '../exports/public.ts'
import { fieldTitle } from '../fields/public.ts'
import classes from './PersonalData.module.css'

export interface PersonalDataProps {
  teamId: number
  record: RecordDetail
  fields: readonly DataField[]
  isOpen: boolean
  onOpen(): void
  onClose(): void
  /** Leaves the page of the record, which no longer exists. */
  onErased(): Promise<unknown>
}

/** Stays mounted while the dialog is closed, to offer the file when it is ready. */
export function PersonalData(props: PersonalDataProps) {
  const [isExporting, setExporting] = useState(false)
  const { teamId, record, isOpen, onOpen } = props
  return (
    <>
      {isExporting && (
        <ExportWatch teamId={teamId} dataCollectionId={record.dataCollectionId} onOpen={onOpen} />
      )}
      {isOpen && <PersonalDataDialog {...props} onExport={() => setExporting(true)} />}
    </>
  )
}

function PersonalDataDialog({
  teamId,
  record,
  fields,
  onClose,
  onErased,
  onExport,
}: PersonalDataProps & { onExport(): void }) {
  const { t } = useTranslation('personalData')
  const errorText = useErrorText()
  const track = useTrackExport(teamId)
  const [chosen, setChosen] = useState<string[]>([])
  const params = { teamId, dataRecordId: record.id }
  const { data, error, refetch } = useApi(api.personalData.summary, { params })
  const choices = fields
    .filter(({ dataType, settings }) => !fieldType(dataType).isAutomatic?.(settings))
    .map((field) => ({ value: field.columnName, label: fieldTitle(field, currentLanguage()) }))
  const name = record.name || t('unnamed')

  async function attempt(work: () => Promise<unknown>) {
    try {
      await work()
    } catch (failure) {
      toast.error(errorText(failure))
    }
  }

  const takeAway = () =>
    attempt(async () => {
      onExport()
      const begun = await call(api.personalData.export, { params, body: { language: currentLanguage() } })
      toast.info(t('export.begun'))
      onClose()
      await track(begun)
    })

  async function anonymise() {
    onClose()
    const titles = choices.filter(({ value }) => chosen.includes(value)).map(({ label }) => label)
    const isSure = await confirm({
      title: t('anonymise.title', { name }),
      text: t('anonymise.text', { fields: titles.join(', ') }),
      confirmLabel: t('anonymise.confirm'),
      isDestructive: true,
    })
    if (!isSure) return
    await attempt(async () => {
      await call(api.personalData.anonymise, { params, body: { fields: chosen } })
      toast.success(t('anonymise.done'))
      await refreshChanged(queryClient, api.personalData.anonymise, { teamId })
    })
  }

  async function erase(confirmation: string) {
    onClose()
    const isSure = await confirm({
      title: t('erase.title', { name }),
      text: t('erase.text'),
      confirmLabel: t('erase.confirm'),
      typeToConfirm: confirmation,
      isDestructive: true,
    })
    if (!isSure) return
    await attempt(async () => {
      await call(api.personalData.erase, { params, body: { confirmation } })
      toast.success(t('erase.done'))
      await onErased()
      await refreshChanged(queryClient, api.personalData.erase, { teamId })
    })
  }

  return (
    <Dialog title={t('title')} onClose={onClose} width={560}>
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : !data ? (
        <FormSkeleton rowCount={3} />
      ) : (
        <>
          <p className={styles.note}>
            {t('kept', { name })}{' '}
            {[
              t('events', { count: data.events }),
              t('files', { count: data.files }),
              t('bookmarks', { count: data.bookmarks }),
              t('references', { count: data.references }),
            ].join(', ')}
            .
          </p>
          <Part title={t('export.label')} text={t('export.help')}>
            <Button variant="default" onClick={() => void takeAway()}>
              {t('export.action')}
            </Button>
          </Part>
          <Part title={t('anonymise.label')} text={t('anonymise.help')}>
            <MultiSelect
              label={t('anonymise.fields')}
              data={choices}
              value={chosen}
              onChange={setChosen}
              searchable
              clearable
            />
            <Button variant="default" disabled={chosen.length === 0} onClick={() => void anonymise()}>
              {t('anonymise.action')}
            </Button>
          </Part>
          <Part title={t('erase.label')} text={t('erase.help')}>
            <Button variant="default" onClick={() => void erase(data.confirmation)}>
              {t('erase.action')}
            </Button>
          </Part>
        </>
      )}
    </Dialog>
  )
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <p className={styles.note}>{text}</p>
      {children}
    </section>
  )
}
