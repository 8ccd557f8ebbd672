/** The fields of a collection, put in order by their handles. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import { useFormat } from '../../../lib/use-format.ts'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { SortableTable } from '../../../ui/SortableTable.tsx'
import table from '../../../ui/Table.module.css'
import { Tag } from '../../../ui/Tag.tsx'
import { fieldTitle } from '../titles.ts'
import { fieldTypeUiOf } from '../types/index.ts'
import classes from './FieldTable.module.css'
import { TypeChangeState } from './TypeChangeState.tsx'
import type { TypeChanges } from './use-type-changes.ts'

export function FieldTable({
  fields,
  changes,
  nameFieldId,
  onReorder,
  onEdit,
  menuOf,
}: {
  fields: readonly DataField[]
  /** Fields whose type is being changed. */
  changes: Pick<TypeChanges, 'changeOf' | 'stop'>
  /** The name field of the collection. */
  nameFieldId: number | null
  onReorder(ids: number[]): void
  onEdit(field: DataField): void
  menuOf(field: DataField): readonly MenuItem[]
}) {
  const { t } = useTranslation(['fields', 'dataTypes', 'common'])
  const format = useFormat()
  const typeOf = (field: DataField) => {
    const change = changes.changeOf(field)
    return (
      <>
        <span className={classes.type}>
          <Icon name={fieldTypeUiOf(field.dataType).icon} size={13} />
          {t(`dataTypes:name.${field.dataType}`)}
        </span>
        {change && <TypeChangeState change={change} onStop={() => void changes.stop(change)} />}
      </>
    )
  }
  return (
    <SortableTable
      label={t('admin.list')}
      rows={fields}
      nameOf={(field) => fieldTitle(field, currentLanguage())}
      onReorder={onReorder}
      menuOf={menuOf}
      columns={[
        {
          key: 'title',
          title: t('admin.title'),
          render: (field) => (
            <span className={table.title}>
              <button type="button" onClick={() => onEdit(field)}>
                {fieldTitle(field, currentLanguage())}
              </button>
              {field.id === nameFieldId && <Tag>{t('admin.nameField')}</Tag>}
              {field.isRequired && <Tag>{t('common:required')}</Tag>}
              {field.isUnique && <Tag>{t('admin.unique')}</Tag>}
            </span>
          ),
        },
        {
          key: 'column',
          title: t('admin.columnName'),
          isMinor: true,
          className: classes.column,
          render: ({ columnName }) => columnName,
        },
        { key: 'type', title: t('admin.dataType'), render: typeOf },
        {
          key: 'views',
          title: t('admin.displayedInViews'),
          isMinor: true,
          render: ({ displayedInViews }) => format.list(displayedInViews),
        },
        {
          key: 'description',
          title: t('common:description'),
          isMinor: true,
          className: classes.description,
          wholeOf: ({ description }) => description,
          render: ({ description }) => description,
        },
      ]}
    />
  )
}
