/** …/data-views/{id}/displayed-fields: the fields that a view shows, in order, each with its settings. */

import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import {
  type DisplayedField,
  dateTimeFormats,
  displayedFieldSchema,
} from '@muster/contract/views/views.schema'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import styles from '../../../ui/shared.module.css'
import { fieldTitle, WidthSelect } from '../../fields/public.ts'
import { readsRecords } from '../display-of.ts'
import { AddFields } from './AddFields.tsx'
import classes from './admin.module.css'
import { useViewDraft } from './draft-context.ts'
import { FieldList } from './FieldList.tsx'
import row from './FieldRow.module.css'
import { FieldRow } from './FieldRow.tsx'
import { NoFields } from './NoFields.tsx'
import { TabBody } from './TabBody.tsx'

const multiViews = ['inline', 'list', 'count'] as const

export function DisplayedFields() {
  const { t } = useTranslation(['viewsAdmin', 'fields', 'dataTypes', 'errors'])
  const { draft, set, fields, wrong } = useViewDraft()
  const language = currentLanguage()
  const chosen = draft.displayedFields
  const put = (displayedFields: DisplayedField[]) => set({ displayedFields })
  const left = fields.filter(({ id }) => !chosen.some((one) => one.dataFieldId === id))
  if (fields.length === 0) return <NoFields />
  return (
    <TabBody>
      {chosen.length === 0 && <p className={classes.none}>{t('viewsAdmin:fields.none')}</p>}
      <FieldList label={t('viewsAdmin:tab.displayedFields')} items={chosen} onChange={put}>
        {(shown, { at, remove }) => {
          const field = fields.find(({ id }) => id === shown.dataFieldId)
          const error =
            wrong[`displayedFields.${at}.dataFieldId`]?.text ??
            (field ? undefined : t('errors:field.view_field_gone'))
          return (
            <FieldRow
              title={field ? fieldTitle(field, language) : `#${shown.dataFieldId}`}
              summary={[
                ...(shown.displayWidth ? [t(`dataTypes:width.${shown.displayWidth}`)] : []),
                ...(shown.isRequired && !readsRecords(draft) ? [t('viewsAdmin:fields.isRequired')] : []),
                ...(shown.fieldGroupingKey ? [shown.fieldGroupingKey] : []),
              ]}
              error={error}
              remove={remove}
            >
              <Settings
                shown={shown}
                field={field}
                onChange={(change) => put(chosen.map((one) => (one === shown ? { ...one, ...change } : one)))}
              />
            </FieldRow>
          )
        }}
      </FieldList>
      <AddFields
        left={left}
        noneLeft={t('viewsAdmin:fields.noneLeft')}
        onAdd={(ids) =>
          put([...chosen, ...ids.map((dataFieldId) => displayedFieldSchema.parse({ dataFieldId }))])
        }
      />
    </TabBody>
  )
}

function Settings({
  shown,
  field,
  onChange,
}: {
  shown: DisplayedField
  field: DataField | undefined
  onChange(change: Partial<DisplayedField>): void
}) {
  const { t } = useTranslation('viewsAdmin')
  const type = field ? fieldType(field.dataType) : null
  const hasRecords = readsRecords(useViewDraft().draft)
  const flag = (
    name: 'showTitle' | 'autoUpdateData' | 'includeEmptyFields' | 'isRequired',
    label: string,
  ) => (
    <Checkbox
      label={label}
      checked={shown[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
    />
  )
  return (
    <div className={row.settings}>
      <div className={styles.stack8}>
        {hasRecords ? (
          <>
            {flag('showTitle', t('fields.showTitle'))}
            {flag('includeEmptyFields', t('fields.includeEmpty'))}
            {flag('autoUpdateData', t('fields.autoUpdate'))}
          </>
        ) : (
          flag('isRequired', t('fields.isRequired'))
        )}
        {hasRecords && type?.storage === 'video' && (
          <Checkbox
            label={t('fields.autoPlay')}
            description={t('fields.autoPlayHelp')}
            checked={shown.autoStartVideoPlayback}
            onChange={(event) => onChange({ autoStartVideoPlayback: event.currentTarget.checked })}
          />
        )}
      </div>
      <TextInput
        label={t('fields.groupingKey')}
        description={t('fields.groupingKeyHelp')}
        maxLength={100}
        value={shown.fieldGroupingKey}
        onChange={(event) => onChange({ fieldGroupingKey: event.currentTarget.value })}
      />
      <WidthSelect
        label={t('fields.width')}
        none={t('fields.ownWidth')}
        value={shown.displayWidth}
        onChange={(displayWidth) => onChange({ displayWidth })}
      />
      {hasRecords && type?.family === 'date' && (
        <NativeSelect
          label={t('fields.dateFormat')}
          value={shown.dateTimeDisplayFormat}
          data={dateTimeFormats.map((format) => ({ value: format, label: t(`dateFormat.${format}`) }))}
          onChange={(event) =>
            onChange({
              dateTimeDisplayFormat:
                dateTimeFormats.find((one) => one === event.currentTarget.value) ?? 'default',
            })
          }
        />
      )}
      {hasRecords && type && ['ids', 'links', 'files'].includes(type.storage) && (
        <NativeSelect
          label={t('fields.multiView')}
          value={shown.multiFieldView}
          data={multiViews.map((view) => ({ value: view, label: t(`multiView.${view}`) }))}
          onChange={(event) =>
            onChange({
              multiFieldView: multiViews.find((one) => one === event.currentTarget.value) ?? 'inline',
            })
          }
        />
      )}
    </div>
  )
}
