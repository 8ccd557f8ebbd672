/** The result of a check: what the rows will do, why some are rejected, sample changes, and the import button. */
import { Button, Checkbox, TextInput } from '@mantine/core'
import type { Import, ImportCheck } from '@muster/contract/imports/imports.api'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queryKeyOf, urlOf, useApiMutation } from '../../../lib/api.ts'
import { fieldErrorText, useErrorText } from '../../../lib/errors.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { toast } from '../../../ui/toasts.ts'
import { fieldTitle, useCollection } from '../../fields/public.ts'
import { draftOfChoices } from './draft.ts'
import classes from './Import.module.css'
import { Preview } from './Preview.tsx'
import { Rejects } from './Rejects.tsx'
import { useStart } from './use-start.ts'

interface Props {
  teamId: number
  data: Import
  check: ImportCheck
  onBack: () => void
}

export function CheckResult({ teamId, data, check, onBack }: Props) {
  const { t } = useTranslation('imports')
  const format = useFormat()
  const errorText = useErrorText()
  const client = useQueryClient()
  const [saveAs, setSaveAs] = useState('')
  const params = { teamId, importId: data.id }
  const run = useApiMutation(api.imports.run, {
    onSuccess: (next) => client.setQueryData(queryKeyOf(api.imports.get, { params }), next),
    onError: (error) => toast.error(errorText(error)),
  })
  const start = useStart(teamId, data.columns, () => {})
  const [keepsSpaces, setKeepsSpaces] = useState(check.choices.spaces === 'keep')
  const writes = check.created + check.updated
  const name = saveAs.trim()
  return (
    <>
      <h2 className={classes.heading}>{t('check.title')}</h2>
      <dl className={classes.counts}>
        {(['created', 'updated', 'unchanged', 'rejected'] as const).map((key) => (
          <div key={key} data-zero={check[key] === 0 || undefined}>
            <dt>{t(`check.${key}`)}</dt>
            <dd>{format.number(check[key])}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.help}>{writes === 0 ? t('check.nothing') : t('check.safe')}</p>
      {check.spaced > 0 && (
        <Checkbox
          className={classes.saveAs}
          label={t('check.keepSpaces')}
          description={t('check.spaced', { count: check.spaced, texts: format.number(check.spaced) })}
          checked={keepsSpaces}
          onChange={(event) => setKeepsSpaces(event.currentTarget.checked)}
        />
      )}
      <NewChoices check={check} />
      {check.rejected > 0 && (
        <>
          <Reasons check={check} />
          <Rejects
            samples={check.rejectSamples}
            title={t('check.examples')}
            url={urlOf(api.imports.rejects, { params })}
          />
        </>
      )}
      <Changes teamId={teamId} data={data} check={check} />
      {check.createSamples.length > 0 && (
        <Preview
          title={t('check.creates')}
          columns={data.columns}
          rows={check.createSamples.map(({ cells }) => cells)}
        />
      )}
      <TextInput
        className={classes.saveAs}
        label={t('saved.saveAs')}
        description={t('saved.saveHelp')}
        value={saveAs}
        maxLength={100}
        onChange={(event) => setSaveAs(event.currentTarget.value)}
      />
      <footer className={classes.footer}>
        {writes > 0 && (
          <Button
            onClick={() => {
              const draft = draftOfChoices(check.choices, data.columns)
              void start.run({ ...draft, spaces: keepsSpaces ? 'keep' : 'trim' }, (body) =>
                run.mutate({ params, body: { ...body, ...(name && { saveAs: name }) } }),
              )
            }}
            loading={run.isPending || start.isPreparing}
          >
            {t('check.write', { count: writes, rows: format.number(writes) })}
          </Button>
        )}
        <Button variant="default" onClick={onBack}>
          {t('check.back')}
        </Button>
      </footer>
    </>
  )
}

function NewChoices({ check }: { check: ImportCheck }) {
  const { t } = useTranslation('imports')
  const format = useFormat()
  const { choicesCreated, choiceSamples } = check
  if (choicesCreated === 0) return null
  return (
    <section className={classes.section}>
      <p className={classes.help}>
        {t('check.choices', { count: choicesCreated, records: format.number(choicesCreated) })}
      </p>
      <p className={classes.chips}>
        {choiceSamples.map(({ column, name }) => (
          <Tag key={`${column} ${name}`}>{name}</Tag>
        ))}
        {choicesCreated > choiceSamples.length && '…'}
      </p>
    </section>
  )
}

function Reasons({ check }: { check: ImportCheck }) {
  const { t } = useTranslation(['imports', 'errors'])
  const format = useFormat()
  return (
    <section className={classes.section}>
      <h2 className={classes.heading}>{t('imports:check.reasons')}</h2>
      <DataTable
        label={t('imports:check.reasonsLabel')}
        rows={check.reasons.map((reason, n) => ({ ...reason, n }))}
        rowKey={({ n }) => n}
        columns={[
          { key: 'column', title: t('imports:column.column'), render: ({ column }) => column ?? '' },
          {
            key: 'reason',
            title: t('imports:column.reason'),
            render: ({ code }) => fieldErrorText({ path: '', code: code as never }, t),
          },
          {
            key: 'count',
            title: t('imports:check.count'),
            align: 'right',
            render: ({ count }) => format.number(count),
          },
        ]}
      />
    </section>
  )
}

function Changes({ teamId, data, check }: { teamId: number; data: Import; check: ImportCheck }) {
  const { t } = useTranslation('imports')
  const fields = useCollection(teamId, data.dataCollectionId)?.DataFields ?? []
  const titleOf = (columnName: string) => {
    const field = fields.find((other) => other.columnName === columnName)
    return field ? fieldTitle(field, currentLanguage()) : columnName
  }
  const rows = check.updateSamples.flatMap(({ recordId, name, changes }) =>
    changes.map((change) => ({ ...change, recordId, name, key: `${recordId} ${change.columnName}` })),
  )
  if (rows.length === 0) return null
  return (
    <section className={classes.section}>
      <h2 className={classes.heading}>{t('check.changes')}</h2>
      <DataTable
        label={t('check.changes')}
        rows={rows}
        rowKey={({ key }) => key}
        rowUrl={({ recordId }) => `/team-${teamId}/data-records/${recordId}`}
        columns={[
          { key: 'record', title: t('check.record'), render: ({ name, recordId }) => name || `#${recordId}` },
          { key: 'field', title: t('column.column'), render: ({ columnName }) => titleOf(columnName) },
          { key: 'before', title: t('check.before'), render: ({ before }) => before },
          { key: 'after', title: t('check.after'), render: ({ after }) => after },
        ]}
      />
    </section>
  )
}
