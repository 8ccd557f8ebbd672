/** The cells that a paste did not change, and why: below the grid, with links to each. */
import { ActionIcon, Button } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../ui/Glyph.tsx'
import styles from '../../../ui/shared.module.css'
import type { Rejected } from '../data/paste.ts'
import classes from './PasteReport.module.css'

const most = 500

/** Codes of values; a conflict or a forbidden record has a code of its own. */
export function reasonOf(code: string, t: TFunction<['records', 'common', 'errors']>): string {
  const text = (key: string) => t(key as 'errors:generic', { defaultValue: '' })
  return text(`errors:field.${code}`) || text(`errors:${code}`) || t('errors:field.invalid')
}

export interface Placed extends Rejected {
  /** Row of the grid, from 0. */
  gridRow: number
}

export function PasteReport({
  cells,
  titleOf,
  onGo,
  onClose,
  onGone,
}: {
  cells: readonly Placed[]
  titleOf(columnId: string): string
  onGo(cell: Placed): void
  onClose(): void
  /** It was closed, or its paste was undone, while it had the focus. */
  onGone(): void
}) {
  const { t } = useTranslation(['records', 'common', 'errors'])
  const panel = useRef<HTMLElement>(null)
  const back = useRef(onGone)
  back.current = onGone
  useLayoutEffect(() => {
    const element = panel.current
    element?.focus()
    return () => {
      if (element?.contains(document.activeElement) || document.activeElement === document.body)
        back.current()
    }
  }, [])
  return (
    <section
      ref={panel}
      className={classes.panel}
      data-foot-panel
      tabIndex={-1}
      aria-label={t('records:paste.label')}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className={classes.head}>
        <p>
          <strong>{t('records:paste.rejected', { count: cells.length })}</strong>{' '}
          <span className={styles.muted}>{t('records:paste.rejectedText')}</span>
        </p>
        <ActionIcon aria-label={t('common:close')} onClick={onClose}>
          <Glyph name="close" size={14} />
        </ActionIcon>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the keyboard too */}
      <div className={classes.scroll} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('records:paste.row')}</th>
              <th scope="col">{t('records:paste.column')}</th>
              <th scope="col">{t('records:paste.value')}</th>
              <th scope="col">{t('records:paste.reason')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {cells.slice(0, most).map((cell) => (
              <tr key={`${cell.row} ${cell.column}`}>
                <td>{cell.gridRow + 1}</td>
                <td>{titleOf(cell.column)}</td>
                <td className={classes.value}>{cell.text}</td>
                <td>{reasonOf(cell.code, t)}</td>
                <td>
                  {cell.recordId !== null && (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      aria-label={t('records:paste.goToCell', {
                        row: cell.gridRow + 1,
                        column: titleOf(cell.column),
                      })}
                      onClick={() => onGo(cell)}
                    >
                      {t('records:paste.goTo')}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {cells.length > most && (
          <p className={styles.muted}>{t('records:paste.more', { count: cells.length - most })}</p>
        )}
      </div>
    </section>
  )
}
