/** Starts an import: drop or choose a file, or resume one of the latest imports. */
import { Button, Progress } from '@mantine/core'
import type { Import } from '@muster/contract/imports/imports.api'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, upload, useApi } from '../../../lib/api.ts'
import { isCanceled, useErrorText } from '../../../lib/errors.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { fileErrorText } from './file-errors.ts'
import classes from './Import.module.css'

interface Props {
  teamId: number
  dataCollectionId: number
  onReady: (importId: number) => void
}

export function ImportStart({ teamId, dataCollectionId, onReady }: Props) {
  const { t } = useTranslation(['imports', 'errors'])
  const errorText = useErrorText()
  const [share, setShare] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isOver, setIsOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const send = async (file: File | undefined) => {
    if (!file) return
    setError(null)
    setShare(0)
    try {
      const made = await upload(
        api.imports.upload,
        { params: { teamId }, query: { dataCollectionId, fileName: file.name } },
        // Any type is accepted as text here; the server detects what it really is.
        new Blob([file], { type: 'text/csv' }),
        { onProgress: (sent, total) => setShare(total > 0 ? (100 * sent) / total : 0) },
      )
      onReady(made.id)
    } catch (failure) {
      if (!isCanceled(failure)) setError(fileErrorText(failure, t) ?? errorText(failure))
    } finally {
      setShare(null)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    void send(event.dataTransfer.files[0])
  }

  return (
    <>
      <section
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        aria-label={t('imports:drop.label')}
      >
        <Glyph name="upload" size={24} />
        <p className={classes.lead}>{t('imports:drop.title')}</p>
        <p className={classes.help}>{t('imports:drop.help')}</p>
        <Button onClick={() => input.current?.click()} loading={share !== null}>
          {t('imports:drop.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          hidden
          aria-label={t('imports:drop.choose')}
          onChange={(event) => {
            void send(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
        {share !== null && (
          <Progress
            value={share}
            aria-label={t('imports:drop.sending')}
            className={classes.bar}
            animated={share >= 100}
          />
        )}
        {error && (
          <p className={classes.error} role="alert">
            <Glyph name="warning" /> {error}
          </p>
        )}
      </section>
      <LatestImports teamId={teamId} dataCollectionId={dataCollectionId} />
    </>
  )
}

function LatestImports({ teamId, dataCollectionId }: Omit<Props, 'onReady'>) {
  const { t } = useTranslation('imports')
  const format = useFormat()
  const query = useApi(api.imports.list, { params: { teamId } })
  const own = query.data?.items.filter((item) => item.dataCollectionId === dataCollectionId) ?? []
  if (own.length === 0) return null
  return (
    <section className={classes.section}>
      <h2 className={classes.heading}>{t('latest')}</h2>
      <DataTable<Import>
        label={t('latest')}
        rows={own}
        rowKey={({ id }) => id}
        rowUrl={({ id }) => `/team-${teamId}/data-collections/${dataCollectionId}/import?file=${id}`}
        columns={[
          { key: 'file', title: t('column.file'), render: ({ fileName }) => fileName },
          { key: 'status', title: t('column.status'), render: ({ status }) => t(`status.${status}`) },
          {
            key: 'rows',
            title: t('column.rows'),
            align: 'right',
            render: ({ rowCount }) => format.number(rowCount ?? 0),
          },
          {
            key: 'at',
            title: t('column.when'),
            isMinor: true,
            render: ({ createdAt }) => format.dateTime(createdAt),
          },
        ]}
      />
    </section>
  )
}
