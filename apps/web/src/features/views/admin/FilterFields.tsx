/** …/data-views/{id}/filter-fields: the fields by which readers and visitors filter a view, in order. */
import { Checkbox, TextInput } from '@mantine/core'
import { type FilterField, filterFieldSchema } from '@muster/contract/views/views.schema'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../../../ui/shared.module.css'
import { Translations } from '../../fields/public.ts'
import { choicesOf } from '../../filters/public.ts'
import { AddFields } from './AddFields.tsx'
import classes from './admin.module.css'
import { useViewDraft } from './draft-context.ts'
import { FieldList } from './FieldList.tsx'
import row from './FieldRow.module.css'
import { FieldRow } from './FieldRow.tsx'
import { NoFields } from './NoFields.tsx'
import { TabBody } from './TabBody.tsx'
import { useTitles } from './use-titles.ts'

export function FilterFields() {
  const { t } = useTranslation(['viewsAdmin', 'filters', 'common', 'errors'])
  const { draft, set, fields, wrong } = useViewDraft()
  const titleOf = useTitles()
  const chosen = draft.filterFields
  const put = (filterFields: FilterField[]) => set({ filterFields })
  const can = useMemo(
    () => new Set(choicesOf(fields, t as never).flatMap(({ field }) => field?.id ?? [])),
    [fields, t],
  )
  const left = fields.filter(({ id }) => can.has(id) && !chosen.some((one) => one.dataFieldId === id))
  if (fields.length === 0) return <NoFields />
  return (
    <TabBody>
      {chosen.length === 0 && <p className={classes.none}>{t('viewsAdmin:filters.none')}</p>}
      <FieldList label={t('viewsAdmin:tab.filterFields')} items={chosen} onChange={put}>
        {(filter, { at, remove }) => {
          const isKnown = fields.some(({ id }) => id === filter.dataFieldId)
          return (
            <FieldRow
              title={titleOf(filter.dataFieldId)}
              summary={filter.filterLabel ? [filter.filterLabel] : []}
              error={
                wrong[`filterFields.${at}.dataFieldId`]?.text ??
                (isKnown ? undefined : t('errors:field.view_field_gone'))
              }
              remove={remove}
            >
              <Settings
                filter={filter}
                title={titleOf(filter.dataFieldId)}
                onChange={(change) =>
                  put(chosen.map((one) => (one === filter ? { ...one, ...change } : one)))
                }
              />
            </FieldRow>
          )
        }}
      </FieldList>
      <AddFields
        left={left}
        noneLeft={t('viewsAdmin:filters.noneLeft')}
        onAdd={(ids) =>
          put([...chosen, ...ids.map((dataFieldId) => filterFieldSchema.parse({ dataFieldId }))])
        }
      />
    </TabBody>
  )
}

function Settings({
  filter,
  title,
  onChange,
}: {
  filter: FilterField
  title: string
  onChange(change: Partial<FilterField>): void
}) {
  const { t } = useTranslation(['viewsAdmin', 'common'])
  return (
    <div className={styles.narrowStack8}>
      <div className={row.settings}>
        <Checkbox
          label={t('viewsAdmin:filters.displayInUi')}
          description={t('viewsAdmin:filters.displayInUiHelp')}
          checked={filter.displayInUi}
          onChange={(event) => onChange({ displayInUi: event.currentTarget.checked })}
        />
        <TextInput
          label={t('viewsAdmin:filters.label')}
          placeholder={title}
          maxLength={200}
          value={filter.filterLabel}
          onChange={(event) => onChange({ filterLabel: event.currentTarget.value })}
        />
        <TextInput
          label={t('viewsAdmin:filters.selectAll')}
          description={t('viewsAdmin:filters.selectAllHelp')}
          placeholder={t('common:all')}
          maxLength={200}
          value={filter.selectAllText}
          onChange={(event) => onChange({ selectAllText: event.currentTarget.value })}
        />
      </div>
      <Translations
        texts={[
          {
            label: (language) => t('viewsAdmin:filters.labelIn', { language }),
            placeholder: filter.filterLabel || title,
            value: filter.filterLabelTranslations,
            onChange: (filterLabelTranslations) => onChange({ filterLabelTranslations }),
          },
          {
            label: (language) => t('viewsAdmin:filters.selectAllIn', { language }),
            placeholder: filter.selectAllText || t('common:all'),
            value: filter.selectAllTextTranslations,
            onChange: (selectAllTextTranslations) => onChange({ selectAllTextTranslations }),
          },
        ]}
      />
    </div>
  )
}
