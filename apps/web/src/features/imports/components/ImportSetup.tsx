/** How the file is parsed, where each column goes and what the rows do, with a preview of the first rows. */
import { Button } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { Import, ImportMapping } from '@muster/contract/imports/imports.api'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queryKeyOf, useApi, useApiMutation } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useCollection, useCollections } from '../../fields/public.ts'
import { useCan } from '../../teams/public.ts'
import {
  choicesOf,
  type Draft,
  draftOfChoices,
  draftOfMapping,
  isComplete,
  mappingFor,
  newDraft,
} from './draft.ts'
import { textOf } from './file-errors.ts'
import classes from './Import.module.css'
import { MappingTable } from './MappingTable.tsx'
import { initialTargets, isOfList, isTaken, withName } from './mapping.ts'
import { NameNotice } from './NameNotice.tsx'
import { Preview } from './Preview.tsx'
import { ReadingPanel } from './ReadingPanel.tsx'
import { RowRules } from './RowRules.tsx'
import { SavedMappings } from './SavedMappings.tsx'
import { useStart } from './use-start.ts'

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
  return <Choices {...props} key={key} collection={collection} mappings={saved.data?.items ?? []} />
}

function Choices({
  teamId,
  data,
  collection,
  mappings,
  onAgain,
  onCheck,
}: Props & { collection: DataCollection; mappings: readonly ImportMapping[] }) {
  const fields = collection.DataFields
  const nameField = fields.find(({ id }) => id === collection.IdDataFieldDataObjectName)
  const { t } = useTranslation(['imports', 'errors'])
  const format = useFormat()
  const errorText = useErrorText()
  const client = useQueryClient()
  const mayDesign = useCan()('team_admin_data_collections')
  const collections = useCollections(teamId)
  const { guessed, named } = useMemo(() => {
    const named = withName(initialTargets(data.columns, fields, mayDesign), data.columns, nameField)
    return { guessed: newDraft(named.targets), named: named.named }
  }, [data.columns, fields, mayDesign, nameField])
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
  const start = useStart(teamId, data.columns, setDraft)
  const change = (more: Partial<Draft>) => setDraft((before) => ({ ...before, ...more }))
  const apply = (mapping: ImportMapping | undefined) => {
    setApplied(mapping)
    setDraft(mapping ? draftOfMapping(mapping, data.columns, fields) : guessed)
  }
  const isReady =
    isComplete(draft) &&
    !draft.targets.some((target) => target.to === 'new' && isTaken(target.newList?.trim() ?? '', collections))
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
      <NameNotice draft={draft} columns={data.columns} named={named} nameField={nameField} />
      <MappingTable
        columns={data.columns}
        collection={collection}
        fields={fields}
        targets={draft.targets}
        options={draft.options}
        mayDesign={mayDesign}
        onChange={(at, target) =>
          change({
            targets: draft.targets.map((before, n) => (n === at ? target : before)),
            // Items that a list does not have yet are created, rather than their rows refused.
            options: draft.options.map((before, n) =>
              n === at ? (isOfList(target) ? { unknown: 'create' } : {}) : before,
            ),
          })
        }
        onNew={(at, target) =>
          change({ targets: draft.targets.map((before, n) => (n === at ? target : before)) })
        }
        onOptions={(at, options) =>
          change({ options: draft.options.map((before, n) => (n === at ? options : before)) })
        }
      />
      <RowRules draft={draft} fields={fields} onChange={change} />
      <Preview columns={data.columns} rows={data.preview} title={t('imports:preview')} />
      <footer className={classes.footer}>
        <Button
          onClick={() => check.mutate({ params, body: choicesOf(draft, data.columns) })}
          loading={check.isPending}
          disabled={!isReady}
        >
          {t('imports:checkRows')}
        </Button>
        {rows.count > 0 && (
          <Button
            variant="default"
            onClick={() => void start.run(draft, (body) => run.mutate({ params, body }))}
            loading={run.isPending || start.isPreparing}
            disabled={!isReady}
          >
            {t('imports:start', rows)}
          </Button>
        )}
        <Button variant="default" onClick={onAgain}>
          {t('imports:otherFile')}
        </Button>
      </footer>
    </>
  )
}
