/** How the file is read and where each of its columns goes, with the first rows as they will be. */
import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { delimiters, type Import } from '@muster/contract/imports/imports.api'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queryKeyOf, useApiMutation } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { toast } from '../../../ui/toasts.ts'
import { useCollection } from '../../fields/public.ts'
import { useCan } from '../../teams/public.ts'
import classes from './Import.module.css'
import { MappingTable } from './MappingTable.tsx'
import { initialTargets, mappingsOf, type Target } from './mapping.ts'

export function ImportSetup({
  teamId,
  data,
  onAgain,
}: {
  teamId: number
  data: Import
  onAgain: () => void
}) {
  const { t } = useTranslation('imports')
  const format = useFormat()
  const errorText = useErrorText()
  const client = useQueryClient()
  const collection = useCollection(teamId, data.dataCollectionId)
  const mayDesign = useCan()('team_admin_data_collections')
  const fields = collection?.DataFields ?? []
  const guess = useMemo(
    () => initialTargets(data.columns, fields, mayDesign),
    [data.columns, fields, mayDesign],
  )
  const [chosen, setChosen] = useState<Record<number, Target>>({})
  const targets = guess.map((target, index) => chosen[index] ?? target)
  const params = { teamId, importId: data.id }
  const show = (next: Import) => client.setQueryData(queryKeyOf(api.imports.get, { params }), next)
  const options = { onSuccess: show, onError: (error: unknown) => toast.error(errorText(error)) }
  const reread = useApiMutation(api.imports.reread, options)
  const run = useApiMutation(api.imports.run, options)
  const mappings = mappingsOf(targets, data.columns)

  return (
    <>
      <section className={classes.reading} aria-label={t('reading.label')}>
        <NativeSelect
          label={t('reading.delimiter')}
          value={data.delimiter}
          onChange={(event) =>
            reread.mutate({ params, body: { delimiter: event.currentTarget.value as never } })
          }
          data={delimiters.map((value) => ({ value, label: t(`delimiter.${nameOf[value]}`) }))}
        />
        <NativeSelect
          label={t('reading.encoding')}
          value={data.encoding}
          onChange={(event) => reread.mutate({ params, body: { encoding: event.currentTarget.value } })}
          data={['utf-8', 'windows-1252', 'utf-16le', 'utf-16be']}
        />
        <Checkbox
          label={t('reading.header')}
          checked={data.hasHeader}
          onChange={(event) => reread.mutate({ params, body: { hasHeader: event.currentTarget.checked } })}
        />
      </section>
      <MappingTable
        columns={data.columns}
        fields={fields}
        targets={targets}
        mayDesign={mayDesign}
        onChange={(index, target) => setChosen((before) => ({ ...before, [index]: target }))}
      />
      <Preview data={data} />
      <footer className={classes.footer}>
        <Button
          onClick={() => run.mutate({ params, body: { columns: mappings } })}
          loading={run.isPending}
          disabled={mappings.length === 0}
        >
          {t('start', { count: data.rowCount ?? 0, rows: format.number(data.rowCount ?? 0) })}
        </Button>
        <Button variant="default" onClick={onAgain}>
          {t('otherFile')}
        </Button>
      </footer>
    </>
  )
}

const nameOf = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const

function Preview({ data }: { data: Import }) {
  const { t } = useTranslation('imports')
  return (
    <section className={classes.section}>
      <h2 className={classes.heading}>{t('preview')}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={t('preview')}>
        <table className={classes.preview}>
          <thead>
            <tr>
              {data.columns.map(({ index, header }) => (
                <th key={index} scope="col">
                  {header || t('columnNumber', { number: index + 1 })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.preview.map((row, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name than their place
              <tr key={n}>
                {data.columns.map(({ index }) => (
                  <td key={index}>{row[index]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
