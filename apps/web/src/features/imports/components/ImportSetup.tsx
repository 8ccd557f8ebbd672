/** How the file is parsed, where each column goes and what the rows do, with a preview of the first rows. */
import { Button } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Import, ImportMapping } from '@muster/contract/imports/imports.api'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queryKeyOf, useApi, useApiMutation } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import { toast } from '../../../ui/toasts.ts'
import { createList, useCollection } from '../../fields/public.ts'
import { useCan } from '../../teams/public.ts'
import {
  choicesOf,
  type Draft,
  draftOfChoices,
  draftOfMapping,
  isComplete,
  mappingFor,
  newDraft,
  withNextList,
} from './draft.ts'
import { textOf } from './file-errors.ts'
import classes from './Import.module.css'
import { MappingTable } from './MappingTable.tsx'
import { initialTargets } from './mapping.ts'
import { Preview } from './Preview.tsx'
import { ReadingPanel } from './ReadingPanel.tsx'
import { RowRules } from './RowRules.tsx'
import { SavedMappings } from './SavedMappings.tsx'

interface Props {
  teamId: number
  data: Import
  onAgain: () => void
  onCheck: () => void
}

export function ImportSetup(props: Props) {
  const { teamId, data } = props
  const collection = useCollection(teamId, data.dataCollectionId)
  const params = { teamId, dataCollectionId: data.dataCollectionId }
  const saved = useApi(api.imports.mappings, { params })
  // Saved mappings are optional: without them, the import goes on.
  if (!collection || saved.isPending) return <TableSkeleton />
  // Another sheet or delimiter counts as another file.
  const key = JSON.stringify([data.sheet, data.delimiter, data.hasHeader, data.columns.map((c) => c.header)])
  return <Choices {...props} key={key} fields={collection.DataFields} mappings={saved.data?.items ?? []} />
}

function Choices({
  teamId,
  data,
  fields,
  mappings,
  onAgain,
  onCheck,
}: Props & { fields: readonly DataField[]; mappings: readonly ImportMapping[] }) {
  const { t } = useTranslation(['imports', 'errors'])
  const format = useFormat()
  const errorText = useErrorText()
  const client = useQueryClient()
  const mayDesign = useCan()('team_admin_data_collections')
  const guessed = useMemo(
    () => newDraft(initialTargets(data.columns, fields, mayDesign)),
    [data.columns, fields, mayDesign],
  )
  const fitting = data.choices ? undefined : mappingFor(mappings, data.columns)
  const [applied, setApplied] = useState(fitting)
  const [draft, setDraft] = useState<Draft>(() => {
    if (data.choices) return draftOfChoices(data.choices, data.columns)
    return fitting ? draftOfMapping(fitting, data.columns, fields) : guessed
  })
  const params = { teamId, importId: data.id }
  const show = (next: Import) => client.setQueryData(queryKeyOf(api.imports.get, { params }), next)
  const onError = (error: unknown) => toast.error(errorText(error))
  const reread = useApiMutation(api.imports.reread, { onSuccess: show, onError })
  const run = useApiMutation(api.imports.run, { onSuccess: show, onError })
  const check = useApiMutation(api.imports.check, {
    onSuccess: (next) => {
      show(next)
      onCheck()
    },
    onError,
  })
  const change = (more: Partial<Draft>) => setDraft((before) => ({ ...before, ...more }))
  const apply = (mapping: ImportMapping | undefined) => {
    setApplied(mapping)
    setDraft(mapping ? draftOfMapping(mapping, data.columns, fields) : guessed)
  }
  const [isPreparing, setPreparing] = useState(false)
  /** New lists are created with the fields first; they stay chosen even if a later step fails. */
  const ask = async (start: (body: ReturnType<typeof choicesOf>) => void) => {
    setPreparing(true)
    try {
      let whole = draft
      for (let next: Draft | null = draft; next; ) {
        whole = next
        setDraft(whole)
        next = await withNextList(whole, data.columns, (list) => createList(client, teamId, list))
      }
      start(choicesOf(whole, data.columns))
    } catch (error) {
      onError(error)
    } finally {
      setPreparing(false)
    }
  }
  const rows = { count: data.rowCount ?? 0, rows: format.number(data.rowCount ?? 0) }
  return (
    <>
      {data.error && (
        <p className={classes.error} role="alert">
          {t('imports:check.failed')} {textOf(data.error.code, data.error.line, t)}
        </p>
      )}
      <ReadingPanel
        data={data}
        isBusy={reread.isPending}
        onChange={(reading) => reread.mutate({ params, body: reading })}
      />
      <SavedMappings
        teamId={teamId}
        dataCollectionId={data.dataCollectionId}
        mappings={mappings}
        applied={applied}
        isAutomatic={applied !== undefined && applied === fitting}
        onApply={apply}
      />
      <MappingTable
        columns={data.columns}
        fields={fields}
        targets={draft.targets}
        options={draft.options}
        mayDesign={mayDesign}
        onChange={(at, target) =>
          change({
            targets: draft.targets.map((before, n) => (n === at ? target : before)),
            options: draft.options.map((before, n) => (n === at ? {} : before)),
          })
        }
        onOptions={(at, options) =>
          change({ options: draft.options.map((before, n) => (n === at ? options : before)) })
        }
      />
      <RowRules draft={draft} fields={fields} onChange={change} />
      <Preview columns={data.columns} rows={data.preview} title={t('imports:preview')} />
      <footer className={classes.footer}>
        <Button
          onClick={() => void ask((body) => check.mutate({ params, body }))}
          loading={check.isPending || isPreparing}
          disabled={!isComplete(draft)}
        >
          {t('imports:checkRows')}
        </Button>
        <Button
          variant="default"
          onClick={() => void ask((body) => run.mutate({ params, body }))}
          loading={run.isPending || isPreparing}
          disabled={!isComplete(draft)}
        >
          {t('imports:start', rows)}
        </Button>
        <Button variant="default" onClick={onAgain}>
          {t('imports:otherFile')}
        </Button>
      </footer>
    </>
  )
}
