/** Linked records as rows: the name leads to the record, headers sort. */
import { Avatar } from '@mantine/core'
import { fieldType } from '@muster/contract/fields/types/index'
import { useTranslation } from 'react-i18next'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { FieldValue, fieldTitle } from '../../fields/public.ts'
import { isRightAligned } from '../data/titles.ts'
import classes from './LinkedCard.module.css'
import type { ListingProps } from './LinkedCard.tsx'
import type { LinkedList } from './use-linked.ts'

export function LinkedTable({ teamId, label, records, fields, context, list, menuOf }: ListingProps) {
  const { t } = useTranslation(['cards', 'records', 'common'])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a landmark of its own would stand beside the card's
    <div className={classes.scroll} tabIndex={0} role="group" aria-label={label}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <Header title={t('common:name')} field="@name" list={list} />
            {fields.map((field) => (
              <Header
                key={field.id}
                title={fieldTitle(field, context.format.language)}
                field={field.columnName}
                list={fieldType(field.dataType).isSortable ? list : null}
                isRight={isRightAligned(field)}
              />
            ))}
            <th className={classes.menu} scope="col">
              <span className={classes.hidden}>{t('common:table.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => {
            const name = record.name || t('records:record.unnamed')
            return (
              <tr key={record.id}>
                <td>
                  <AppLink href={`/team-${teamId}/data-records/${record.id}`} className={classes.name}>
                    {record.avatar && <Avatar src={record.avatar} alt="" size={20} />}
                    {name}
                  </AppLink>
                </td>
                {fields.map((field) => (
                  <td key={field.id} data-align={isRightAligned(field) ? 'right' : undefined}>
                    <FieldValue field={field} value={record.values[field.columnName]} context={context} />
                  </td>
                ))}
                <td className={classes.menu}>
                  <ActionMenu items={menuOf(record)} label={t('linked.actionsFor', { name })} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Header({
  title,
  field,
  list,
  isRight = false,
}: {
  title: string
  field: string
  /** Null where there is no order by it. */
  list: LinkedList | null
  isRight?: boolean
}) {
  const sorted = list?.sort.find((one) => one.field === field)
  const isDescending = sorted?.direction === 'desc'
  return (
    <th
      scope="col"
      data-align={isRight ? 'right' : undefined}
      aria-sort={sorted ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      {list ? (
        <button
          type="button"
          className={classes.sort}
          onClick={() =>
            list.show({ sort: [{ field, direction: sorted && !isDescending ? 'desc' : 'asc' }] })
          }
        >
          {title}
          {sorted && <Glyph name={isDescending ? 'arrowDown' : 'arrowUp'} size={12} />}
        </button>
      ) : (
        title
      )}
    </th>
  )
}
