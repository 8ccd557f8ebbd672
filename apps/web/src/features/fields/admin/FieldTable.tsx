/** The fields of a collection, put in order by their handles. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { ActionMenu, type MenuItem } from '../../../ui/ActionMenu.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import table from '../../../ui/Table.module.css'
import { Tag } from '../../../ui/Tag.tsx'
import { SortableList, SortableTableRow } from '../components/SortableList.tsx'
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
  /** Fields whose type is becoming another one. */
  changes: Pick<TypeChanges, 'changeOf' | 'stop'>
  /** The field that gives the records their names. */
  nameFieldId: number | null
  onReorder(ids: number[]): void
  onEdit(field: DataField): void
  menuOf(field: DataField): readonly MenuItem[]
}) {
  const { t } = useTranslation(['fields', 'dataTypes', 'common'])
  const format = useFormat()
  const rows = fields.map((field) => ({ field, change: changes.changeOf(field) }))
  return (
    <SortableList
      ids={fields.map(({ id }) => id)}
      nameOf={(id) => fields.find((field) => field.id === id)?.title ?? ''}
      onReorder={onReorder}
    >
      <table className={table.table} aria-label={t('admin.list')}>
        <thead>
          <tr>
            <th scope="col">
              <span className={table.hidden}>{t('admin.order')}</span>
            </th>
            <th scope="col">{t('admin.title')}</th>
            <th scope="col" data-minor>
              {t('admin.columnName')}
            </th>
            <th scope="col">{t('admin.dataType')}</th>
            <th scope="col" data-minor>
              {t('admin.displayedInViews')}
            </th>
            <th scope="col" data-minor>
              {t('common:description')}
            </th>
            <th scope="col">
              <span className={table.hidden}>{t('admin.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ field, change }) => (
            <SortableTableRow key={field.id} id={field.id} label={t('admin.move', { title: field.title })}>
              <td>
                <span className={table.title}>
                  <button type="button" onClick={() => onEdit(field)}>
                    {field.title}
                  </button>
                  {field.id === nameFieldId && <Tag>{t('admin.nameField')}</Tag>}
                  {field.isRequired && <Tag>{t('common:required')}</Tag>}
                  {field.isUnique && <Tag>{t('admin.unique')}</Tag>}
                </span>
              </td>
              <td data-minor className={classes.column}>
                {field.columnName}
              </td>
              <td>
                <span className={classes.type}>
                  <Icon name={fieldTypeUiOf(field.dataType).icon} size={13} />
                  {t(`dataTypes:name.${field.dataType}`)}
                </span>
                {change && <TypeChangeState change={change} onStop={() => void changes.stop(change)} />}
              </td>
              <td data-minor>{format.list(field.displayedInViews)}</td>
              <td data-minor className={classes.description} title={field.description}>
                {field.description}
              </td>
              <td className={table.menu}>
                <ActionMenu items={menuOf(field)} label={t('admin.actionsFor', { title: field.title })} />
              </td>
            </SortableTableRow>
          ))}
        </tbody>
      </table>
    </SortableList>
  )
}
