/** Export of a list: file format and fields; below, the files of the last week. */
import { Button, NativeSelect, Radio, SegmentedControl, Stack } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApiMutation } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormField, FormStack } from '../../../ui/FormField.tsx'
import styles from '../../../ui/shared.module.css'
import { toast } from '../../../ui/toasts.ts'
import { fieldTitle } from '../../fields/public.ts'
import { fieldsOf } from '../../filters/public.ts'
import { collectionsQuery } from '../../teams/public.ts'
import { bodyOf, type ExportDraft, type ExportedList, firstDraft, linkFields } from '../draft.ts'
import { useTrackExport } from '../use-exports.ts'
import { ExportList } from './ExportList.tsx'
import classes from './Exports.module.css'

export function ExportDialog({
  teamId,
  list,
  fields,
  onClose,
}: {
  teamId: number
  list: ExportedList
  /** Every field of the collection that the person may read. */
  fields: readonly DataField[]
  onClose: () => void
}) {
  const { t } = useTranslation(['exports', 'common'])
  const format = useFormat()
  const errorText = useErrorText()
  const track = useTrackExport(teamId)
  const [draft, setDraft] = useState<ExportDraft>(firstDraft)
  const change = (part: Partial<ExportDraft>) => setDraft((now) => ({ ...now, ...part }))
  const create = useApiMutation(api.exports.create, {
    onSuccess: (begun) => void track(begun),
    onError: (error) => toast.error(errorText(error)),
  })
  const all = fields.map(({ columnName }) => columnName)
  const start = () => create.mutate({ params: { teamId }, body: bodyOf(list, draft, all, currentLanguage()) })
  const isNarrowed = list.filter !== null || list.search !== ''
  return (
    <Dialog title={t('exports:title')} onClose={onClose} width={520}>
      <FormStack>
        <p className={classes.lead}>
          {list.total === null
            ? t(isNarrowed ? 'exports:about.found' : 'exports:about.all')
            : t(isNarrowed ? 'exports:about.foundCount' : 'exports:about.allCount', {
                count: list.total,
                records: format.number(list.total),
              })}
        </p>
        <FormField label={t('exports:format.label')}>
          {({ id }) => (
            <SegmentedControl
              id={id}
              aria-label={t('exports:format.label')}
              fullWidth
              value={draft.format}
              onChange={(value) => change({ format: value as ExportDraft['format'] })}
              data={[
                { value: 'csv', label: t('exports:format.csv') },
                { value: 'xlsx', label: t('exports:format.xlsx') },
              ]}
            />
          )}
        </FormField>
        <Radio.Group
          label={t('exports:fields.label')}
          value={draft.fields}
          onChange={(value) => change({ fields: value as ExportDraft['fields'] })}
        >
          <Stack gap={6} mt={6}>
            <Radio value="shown" label={t('exports:fields.shown', { count: list.shown.length })} />
            <Radio value="all" label={t('exports:fields.all', { count: all.length })} />
          </Stack>
        </Radio.Group>
        <Radio.Group
          label={t('exports:texts.label')}
          value={draft.texts}
          onChange={(value) => change({ texts: value as ExportDraft['texts'] })}
        >
          <Stack gap={6} mt={6}>
            <Radio
              value="plain"
              label={t('exports:texts.plain')}
              description={t('exports:texts.plainHelp')}
            />
            <Radio
              value="local"
              label={t('exports:texts.local')}
              description={t('exports:texts.localHelp', { example: exampleDay() })}
            />
          </Stack>
        </Radio.Group>
        <More teamId={teamId} fields={fields} draft={draft} onChange={change} />
        <div className={styles.wrapRow12}>
          <Button onClick={start} loading={create.isPending} disabled={all.length === 0}>
            {t('exports:start')}
          </Button>
          <span className={classes.help}>{t('exports:background')}</span>
        </div>
      </FormStack>
      <ExportList teamId={teamId} dataCollectionId={list.dataCollectionId} />
    </Dialog>
  )
}

/** An example date as the file will write it. */
function exampleDay(): string {
  const language = currentLanguage()
  const style = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language === 'en' ? 'en-US' : language, style).format(Date.UTC(2024, 11, 31))
}

/** Options that few people change. */
function More({
  teamId,
  fields,
  draft,
  onChange,
}: {
  teamId: number
  fields: readonly DataField[]
  draft: ExportDraft
  onChange: (part: Partial<ExportDraft>) => void
}) {
  const { t } = useTranslation('exports')
  const collections = useQuery(collectionsQuery(teamId))
  const links = linkFields(fields, (id) => fieldsOf(collections.data?.dataCollection ?? [], id))
  return (
    <details className={classes.more}>
      <summary>{t('more')}</summary>
      <FormStack>
        <NativeSelect
          label={t('headers.label')}
          value={draft.headers}
          onChange={({ currentTarget }) =>
            onChange({ headers: currentTarget.value as ExportDraft['headers'] })
          }
          data={[
            { value: 'titles', label: t('headers.titles') },
            { value: 'columnNames', label: t('headers.columnNames') },
          ]}
        />
        {draft.format === 'csv' && (
          <NativeSelect
            label={t('delimiter.label')}
            value={draft.delimiter}
            onChange={({ currentTarget }) =>
              onChange({ delimiter: currentTarget.value as ExportDraft['delimiter'] })
            }
            data={[
              { value: ',', label: t('delimiter.comma') },
              { value: ';', label: t('delimiter.semicolon') },
              { value: '\t', label: t('delimiter.tab') },
            ]}
          />
        )}
        {links.map(({ field, by }) => (
          <NativeSelect
            key={field.id}
            label={t('linkBy.label', { field: fieldTitle(field, currentLanguage()) })}
            value={draft.linkBy[field.columnName] ?? ''}
            onChange={({ currentTarget }) =>
              onChange({ linkBy: { ...draft.linkBy, [field.columnName]: currentTarget.value } })
            }
            data={[
              { value: '', label: t('linkBy.name') },
              ...by.map((one) => ({
                value: one.columnName,
                label: fieldTitle(one, currentLanguage()),
              })),
            ]}
          />
        ))}
      </FormStack>
    </details>
  )
}
