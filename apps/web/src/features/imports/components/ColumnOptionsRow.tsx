/** How the cells of a column name records: by which field, the separator, and what happens to unknown names. */
import { NativeSelect } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { importSeparators } from '@muster/contract/imports/imports.api'
import { isMatchable } from '@muster/contract/imports/matching'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import { fieldTitle, useCollection } from '../../fields/public.ts'
import { useTeamId } from '../../teams/public.ts'
import { type ColumnOptions, linkOf } from './draft.ts'
import classes from './Import.module.css'

const separatorNames = { ',': 'comma', ';': 'semicolon', '|': 'bar', '/': 'slash', '\n': 'line' } as const

interface Props {
  field: Pick<DataField, 'dataType' | 'settings' | 'title' | 'titleTranslations'>
  options: ColumnOptions
  onChange: (options: ColumnOptions) => void
}

export function ColumnOptionsRow({ field, options, onChange }: Props) {
  const { t } = useTranslation('imports')
  const language = currentLanguage()
  const link = linkOf(field)
  const linked = useCollection(useTeamId(), link?.dataCollectionId ?? null)
  if (!link) return null
  const keys = (linked?.DataFields ?? [])
    .filter(({ dataType, id }) => isMatchable(dataType) && id !== linked?.IdDataFieldDataObjectName)
    .sort((a, b) => Number(b.isUnique) - Number(a.isUnique))
  const set = (change: Partial<ColumnOptions>) => {
    const next = { ...options, ...change }
    // Only a name is enough to create a record.
    if (next.linkBy && next.unknown === 'create') next.unknown = 'reject'
    onChange(Object.fromEntries(Object.entries(next).filter(([, value]) => value)) as ColumnOptions)
  }
  const name = linked?.name ?? fieldTitle(field, language)
  return (
    <div className={classes.options}>
      {keys.length > 0 && (
        <NativeSelect
          size="xs"
          label={t('options.linkBy', { name })}
          value={options.linkBy ?? ''}
          onChange={(event) => set({ linkBy: event.currentTarget.value })}
          data={[
            { value: '', label: t('options.recordName') },
            ...keys.map((key) => ({ value: key.columnName, label: fieldTitle(key, language) })),
          ]}
        />
      )}
      <NativeSelect
        size="xs"
        label={t('options.unknown')}
        value={options.unknown ?? 'reject'}
        onChange={(event) => set({ unknown: event.currentTarget.value as ColumnOptions['unknown'] })}
        data={[
          { value: 'reject', label: t('options.reject') },
          ...(options.linkBy ? [] : [{ value: 'create', label: t('options.create') }]),
          { value: 'empty', label: t('options.empty') },
        ]}
      />
      {link.isSeveral && (
        <NativeSelect
          size="xs"
          label={t('options.separator')}
          value={options.separator ?? ''}
          onChange={(event) =>
            set({ separator: (event.currentTarget.value || undefined) as ColumnOptions['separator'] })
          }
          data={[
            { value: '', label: t('options.automatic') },
            ...importSeparators.map((value) => ({ value, label: t(`options.${separatorNames[value]}`) })),
          ]}
        />
      )}
    </div>
  )
}
