/** What the rows do: create or update records, by which key, and how empty cells and duplicates are treated. */
import { Checkbox, NativeSelect } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { importModes } from '@muster/contract/imports/imports.api'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import { fieldTitle } from '../../fields/public.ts'
import { type Draft, matchFields } from './draft.ts'
import classes from './Import.module.css'

interface Props {
  draft: Draft
  fields: readonly DataField[]
  onChange: (change: Partial<Draft>) => void
}

export function RowRules({ draft, fields, onChange }: Props) {
  const { t } = useTranslation('imports')
  const language = currentLanguage()
  const keys = matchFields(draft, fields)
  const chosen = keys.filter(({ columnName }) => draft.matchBy.includes(columnName))
  const changes = draft.mode !== 'create'
  const setMode = (mode: Draft['mode']) => {
    const [first] = keys
    const isFirst = mode !== 'create' && chosen.length === 0 && first?.isUnique
    onChange({ mode, ...(isFirst && { matchBy: [first.columnName] }) })
  }
  return (
    <section className={classes.section}>
      <h2 className={classes.heading}>{t('rules.title')}</h2>
      <div className={classes.rules}>
        <NativeSelect
          label={t('rules.mode')}
          value={draft.mode}
          onChange={(event) => setMode(event.currentTarget.value as Draft['mode'])}
          data={importModes.map((value) => ({ value, label: t(`rules.${value}`) }))}
        />
        {changes && (
          <NativeSelect
            label={t('rules.emptyCells')}
            value={draft.emptyCells}
            onChange={(event) => onChange({ emptyCells: event.currentTarget.value as Draft['emptyCells'] })}
            data={[
              { value: 'keep', label: t('rules.keep') },
              { value: 'clear', label: t('rules.clear') },
            ]}
          />
        )}
        <NativeSelect
          label={t('rules.duplicates')}
          value={draft.duplicates}
          onChange={(event) => onChange({ duplicates: event.currentTarget.value as Draft['duplicates'] })}
          data={[
            { value: 'first', label: t('rules.first') },
            { value: 'reject', label: t('rules.rejectAll') },
          ]}
        />
      </div>
      {changes && (
        <Checkbox.Group
          className={classes.keys}
          label={t('rules.matchBy')}
          description={keys.length > 0 ? t('rules.matchHelp') : t('rules.matchNone')}
          error={keys.length > 0 && chosen.length === 0 ? t('rules.matchMissing') : undefined}
          value={chosen.map(({ columnName }) => columnName)}
          onChange={(matchBy) => onChange({ matchBy })}
        >
          <div className={classes.keyList}>
            {keys.map((field) => (
              <Checkbox key={field.columnName} value={field.columnName} label={fieldTitle(field, language)} />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </section>
  )
}
