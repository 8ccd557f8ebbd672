/** How the file is parsed: the sheet of a workbook, the delimiter of a text. */
import { Checkbox, NativeSelect } from '@mantine/core'
import { delimiters, type Import } from '@muster/contract/imports/imports.api'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../ui/Glyph.tsx'
import classes from './Import.module.css'

const nameOf = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const

interface Props {
  data: Import
  isBusy: boolean
  onChange: (body: {
    delimiter?: Import['delimiter']
    encoding?: string
    hasHeader?: boolean
    sheet?: number
  }) => void
}

export function ReadingPanel({ data, isBusy, onChange }: Props) {
  const { t } = useTranslation('imports')
  return (
    <section className={classes.reading} aria-label={t('reading.label')}>
      {data.sheets ? (
        <NativeSelect
          label={t('reading.sheet')}
          value={String(data.sheet ?? 0)}
          disabled={isBusy}
          onChange={(event) => onChange({ sheet: Number(event.currentTarget.value) })}
          data={data.sheets.map(({ name }, n) => ({ value: String(n), label: name }))}
        />
      ) : (
        <>
          <NativeSelect
            label={t('reading.delimiter')}
            value={data.delimiter}
            disabled={isBusy}
            onChange={(event) => onChange({ delimiter: event.currentTarget.value as Import['delimiter'] })}
            data={delimiters.map((value) => ({ value, label: t(`delimiter.${nameOf[value]}`) }))}
          />
          <NativeSelect
            label={t('reading.encoding')}
            value={data.encoding}
            disabled={isBusy}
            onChange={(event) => onChange({ encoding: event.currentTarget.value })}
            data={['utf-8', 'windows-1252', 'utf-16le', 'utf-16be']}
          />
        </>
      )}
      {data.oddBytes && (
        <p className={classes.help} role="status">
          <Glyph name="warning" />{' '}
          {t('reading.odd', {
            count: data.oddBytes.count,
            line: data.oddBytes.line,
            encoding: data.encoding,
          })}
        </p>
      )}
      <Checkbox
        label={t('reading.header')}
        checked={data.hasHeader}
        disabled={isBusy}
        onChange={(event) => onChange({ hasHeader: event.currentTarget.checked })}
      />
    </section>
  )
}
