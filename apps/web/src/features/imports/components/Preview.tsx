/** Rows of a file as they are, under the titles of its columns. */
import type { Import } from '@muster/contract/imports/imports.api'
import { useTranslation } from 'react-i18next'
import classes from './Import.module.css'

interface Props {
  title: string
  columns: Import['columns']
  rows: readonly (readonly string[])[]
}

export function Preview({ title, columns, rows }: Props) {
  const { t } = useTranslation('imports')
  return (
    <section className={classes.section}>
      <h2 className={classes.heading}>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={title}>
        <table className={classes.preview}>
          <thead>
            <tr>
              {columns.map(({ index, header }) => (
                <th key={index} scope="col">
                  {header || t('columnNumber', { number: index + 1 })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other key than their position
              <tr key={n}>
                {columns.map(({ index }) => (
                  <td key={index}>{row[index]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
