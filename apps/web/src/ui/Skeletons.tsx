/**
 * Placeholders for loading content, shown only after 150 ms; the space is reserved at once, so nothing jumps.
 *
 *   <TableSkeleton columns={4} />   <FormSkeleton />   <ThumbnailsSkeleton />   <PageSkeleton />
 */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Skeletons.module.css'
import styles from './shared.module.css'
import { useDelayed } from './use-delayed.ts'

/** Spec section 9: a loading table has 5 rows. */
const defaultRows = 5
const range = (n: number) => Array.from({ length: n }, (_, i) => i)
const widths = [72, 54, 64, 46, 58]

/** For skeletons of a feature's own shape: it is announced and fades in; its space is there at once. */
export function Shape({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common')
  const isDue = useDelayed(true)
  return (
    <div
      role="status"
      aria-label={t('loading')}
      title={t('loading')}
      className={classes.shape}
      data-skeleton
      data-shown={isDue || undefined}
    >
      {children}
    </div>
  )
}

export const Bar = ({ width, height = 10 }: { width: string; height?: number }) => (
  <span className={classes.bar} style={{ width, height }} />
)

export function TableSkeleton({
  columns = 4,
  rowCount = defaultRows,
}: {
  columns?: number
  rowCount?: number
}) {
  return (
    <Shape>
      {range(rowCount + 1).map((row) => (
        <div key={row} className={classes.row}>
          {range(columns).map((column) => (
            <div key={column} className={classes.cell}>
              <Bar
                width={`${row === 0 ? 38 : widths[(row + column * 2) % widths.length]}%`}
                height={row === 0 ? 8 : 10}
              />
            </div>
          ))}
        </div>
      ))}
    </Shape>
  )
}

export function FormSkeleton({ rowCount = defaultRows }: { rowCount?: number }) {
  return (
    <Shape>
      {range(rowCount).map((row) => (
        <div key={row} className={classes.field}>
          <Bar width="18%" height={8} />
          <Bar width="100%" height={30} />
        </div>
      ))}
    </Shape>
  )
}

export function ThumbnailsSkeleton({ columns = 4, rowCount = 2 }: { columns?: number; rowCount?: number }) {
  return (
    <Shape>
      <div className={styles.stack12} style={{ gridTemplateColumns: `repeat(${columns}, 1fr)` }}>
        {range(columns * rowCount).map((one) => (
          <span key={one} className={classes.bar} style={{ aspectRatio: '4 / 3' }} />
        ))}
      </div>
    </Shape>
  )
}

/** A loading page: title, tabs, rows. */
export function PageSkeleton() {
  return (
    <div className={classes.page}>
      <Shape>
        <div className={classes.heading}>
          <Bar width="180px" height={8} />
          <Bar width="260px" height={18} />
        </div>
      </Shape>
      <TableSkeleton columns={5} />
    </div>
  )
}
