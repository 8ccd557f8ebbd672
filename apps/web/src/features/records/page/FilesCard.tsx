/** The files of a field: as pictures or in rows, with an editor on demand. */
import { Button } from '@mantine/core'
import type { FileObject } from '@muster/contract/fields/types/common/files'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { Glyph } from '../../../ui/Glyph.tsx'
import { RecordFields } from '../components/RecordFields.tsx'
import classes from './LinkedCard.module.css'
import type { RecordCardProps } from './record-card-props.ts'

export function FilesCard(props: RecordCardProps) {
  const { teamId, record, card, fields, isReadOnly, preview } = props
  const { t } = useTranslation(['cards', 'common', 'dataTypes'])
  const [isEditing, setEditing] = useState(false)
  const columnName = card.source?.columnName ?? ''
  const field = fields.find((one) => one.columnName === columnName)
  const editable = useMemo(() => (field ? [{ ...field, displayWidth: 'full' as const }] : []), [field])
  const files = filesOf(record.values[columnName])
  const canEdit = !preview && !isReadOnly && card.source?.canUpdate === true
  const Listing = card.cardType === 'table' ? FileTable : FileThumbnails
  return (
    <>
      {canEdit && (
        <div className={classes.bar}>
          <Button
            size="xs"
            variant="default"
            leftSection={<Glyph name={isEditing ? 'check' : 'upload'} size={14} />}
            onClick={() => setEditing(!isEditing)}
          >
            {t(isEditing ? 'common:done' : 'files.edit')}
          </Button>
        </div>
      )}
      {isEditing && canEdit ? (
        <RecordFields
          teamId={teamId}
          record={record}
          fields={editable}
          isReadOnly={false}
          variant="page"
          isAlwaysOpen
        />
      ) : files.length === 0 ? (
        <p className={classes.none}>{t('files.none')}</p>
      ) : (
        <Listing files={files} />
      )}
    </>
  )
}

function filesOf(value: unknown): FileObject[] {
  const list = Array.isArray(value) ? value : [value]
  return list.filter((one): one is FileObject => typeof one === 'object' && one !== null && 'url' in one)
}

function FileThumbnails({ files }: { files: readonly FileObject[] }) {
  return (
    <ul className={classes.thumbnails}>
      {files.map((file) => (
        <li key={file.id} className={classes.thumbnail}>
          <a
            href={file.url}
            target="_blank"
            rel="noreferrer"
            className={classes.picture}
            aria-label={file.name}
          >
            {file.kind === 'image' ? (
              <img src={file.thumbnail ?? file.url} alt="" loading="lazy" />
            ) : (
              <Glyph name="draft" size={32} />
            )}
          </a>
          <span className={classes.file}>{file.name}</span>
        </li>
      ))}
    </ul>
  )
}

function FileTable({ files }: { files: readonly FileObject[] }) {
  const { t } = useTranslation(['cards', 'dataTypes'])
  const format = useFormat()
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('files.name')}</th>
          <th scope="col">{t('files.kind')}</th>
          <th scope="col" data-align="right">
            {t('files.size')}
          </th>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <tr key={file.id}>
            <td>
              <a href={file.url} target="_blank" rel="noreferrer" className={classes.name}>
                {file.name}
              </a>
            </td>
            <td>{t(`dataTypes:fileKinds.${file.kind}`)}</td>
            <td data-align="right">{format.bytes(file.size)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
