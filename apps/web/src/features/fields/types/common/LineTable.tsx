/** Invoice lines, read-only. */
import type { LineItem } from '@muster/contract/fields/types/common/line-items'
import type { FieldContext } from '../../field-context.ts'
import { lineSummary, showTotal } from './LineItems.tsx'
import classes from './LineTable.module.css'
import { showMoney } from './numbers.ts'

export function LineTable({ items, context }: { items: readonly LineItem[]; context: FieldContext }) {
  const { t, format } = context
  return (
    <table className={classes.table}>
      <tbody>
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no ids
          <tr key={at}>
            <td>
              {item.description}
              <span className={classes.how}>{lineSummary(item, context)}</span>
            </td>
            <td className={classes.amount}>
              {showMoney({ amount: item.total, currency: item.currency }, null, format.language)}
            </td>
          </tr>
        ))}
      </tbody>
      {items.length > 1 && (
        <tfoot>
          <tr>
            <th scope="row">{t('fields:line.sum')}</th>
            <td className={classes.amount}>{showTotal(items, context)}</td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}
