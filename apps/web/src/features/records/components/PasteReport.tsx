/** The cells that a paste left as they were, and why. */
import { Button, Modal } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Rejected } from '../data/paste.ts'
import classes from './PasteReport.module.css'

const most = 200

/** Codes of values are told as such; a stale or forbidden record has a code of its own. */
function reasonOf(code: string, t: TFunction<['records', 'common', 'errors']>): string {
  const text = (key: string) => t(key as 'errors:generic', { defaultValue: '' })
  return text(`errors:field.${code}`) || text(`errors:${code}`) || t('errors:field.invalid')
}

export function PasteReport({
  firstRow,
  cells,
  titleOf,
  onClose,
}: {
  firstRow: number
  cells: readonly Rejected[]
  titleOf(columnId: string): string
  onClose(): void
}) {
  const { t } = useTranslation(['records', 'common', 'errors'])
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('records:paste.rejected', { count: cells.length })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <p className={classes.lead}>{t('records:paste.rejectedText')}</p>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('records:paste.row')}</th>
              <th scope="col">{t('records:paste.column')}</th>
              <th scope="col">{t('records:paste.value')}</th>
              <th scope="col">{t('records:paste.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {cells.slice(0, most).map(({ row, column, text, code }) => (
              <tr key={`${row} ${column}`}>
                <td>{firstRow + row + 1}</td>
                <td>{titleOf(column)}</td>
                <td className={classes.value}>{text}</td>
                <td>{reasonOf(code, t)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={classes.foot}>
        <Button data-autofocus onClick={onClose}>
          {t('common:close')}
        </Button>
      </div>
    </Modal>
  )
}
