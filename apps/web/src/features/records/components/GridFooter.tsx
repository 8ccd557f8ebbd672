/** Below each column of the grid: an aggregate of its values; chosen per column and remembered. */
import { Menu } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../ui/Glyph.tsx'
import { LazyMenu } from '../../../ui/LazyMenu.tsx'
import type { FieldContext } from '../../fields/public.ts'
import { type Column, type GridLayout, type SumFunction, withSum } from '../data/layout.ts'
import { sumFunctionsOf, sumLabelOf, sumText } from '../data/sums.ts'
import type { Sums } from '../data/use-grid-rows.ts'
import classes from './GridFooter.module.css'

/** Not drawn again with the grid, which is for all rows that arrive. */
export const GridFooter = memo(function GridFooter({
  columns,
  sums,
  totals,
  context,
  titleOf,
  /** Width of everything before the first column. */
  indent,
  scrolled,
  onLayout,
  onStats,
}: {
  columns: readonly Column[]
  sums: GridLayout['sums']
  totals: Sums
  context: FieldContext
  titleOf(column: Column): string
  indent: number
  /** Called with a function that scrolls the columns without rendering. */
  scrolled(move: (left: number) => void): void
  onLayout(change: (layout: GridLayout) => GridLayout): void
  /** All statistics of a field. */
  onStats(field: DataField): void
}) {
  const { t } = useTranslation('records')
  const moving = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  useEffect(() => {
    scrolled((left) => {
      if (moving.current) moving.current.style.transform = `translateX(${-left}px)`
    })
    return () => scrolled(() => {})
  }, [scrolled])
  const fields = columns.flatMap((column, at) => (column.field ? [at] : []))
  const current = fields.includes(active) ? active : fields[0]
  // One tab stop; the arrows move along the columns.
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0 || !(event.target as HTMLElement).matches('[data-sum]')) return
    event.preventDefault()
    const next = fields[fields.indexOf(current ?? 0) + by]
    if (next === undefined) return
    setActive(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-sum="${next}"]`)?.focus()
  }
  const cell = (column: Column, at: number) => (
    <FooterCell
      key={column.id}
      column={column}
      at={at}
      title={titleOf(column)}
      fn={sums[column.id] ?? null}
      value={totals.get(column.id)}
      context={context}
      isTabStop={at === current}
      onChange={(fn) => onLayout((now) => withSum(now, column.id, fn))}
      onStats={onStats}
    />
  )
  const pinned = columns.filter(({ isPinned }) => isPinned).length
  return (
    <div className={classes.footer} role="toolbar" aria-label={t('sums.label')} onKeyDown={onKeyDown}>
      <div className={classes.pinned}>
        <span className={classes.sign} style={{ width: indent }} aria-hidden="true">
          Σ
        </span>
        {columns.slice(0, pinned).map(cell)}
      </div>
      <div className={classes.rest}>
        <div ref={moving} className={classes.moving}>
          {columns.slice(pinned).map((column, at) => cell(column, at + pinned))}
        </div>
      </div>
    </div>
  )
})

function FooterCell({
  column,
  at,
  title,
  fn,
  value,
  context,
  isTabStop,
  onChange,
  onStats,
}: {
  column: Column
  at: number
  title: string
  fn: SumFunction | null
  value: number | string | null | undefined
  context: FieldContext
  isTabStop: boolean
  onChange(fn: SumFunction | null): void
  onStats(field: DataField): void
}) {
  const { t } = useTranslation('records')
  const { field, width } = column
  if (!field) return <span className={classes.blank} style={{ width }} />
  const text = fn === null || value === undefined ? '' : sumText(field, fn, value, context)
  const label = fn === null ? t('sums.none') : t(`sums.${sumLabelOf(field, fn)}`)
  return (
    <LazyMenu
      position="top-end"
      width={180}
      trigger={
        <button
          type="button"
          className={classes.cell}
          style={{ width }}
          data-sum={at}
          data-empty={fn === null || undefined}
          tabIndex={isTabStop ? 0 : -1}
          aria-label={`${title}: ${label} ${text}`.trim()}
        >
          <span className={classes.name}>{label}</span>{' '}
          {fn !== null && <span className={classes.value}>{text}</span>}
        </button>
      }
    >
      <Menu.Dropdown aria-label={title}>
        <Menu.Item
          rightSection={fn === null ? <Glyph name="check" size={14} /> : null}
          onClick={() => onChange(null)}
        >
          {t('sums.none')}
        </Menu.Item>
        {sumFunctionsOf(field).map((one) => (
          <Menu.Item
            key={one}
            rightSection={one === fn ? <Glyph name="check" size={14} /> : null}
            onClick={() => onChange(one)}
          >
            {t(`sums.${sumLabelOf(field, one)}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => onStats(field)}>{t('stats.open')}</Menu.Item>
      </Menu.Dropdown>
    </LazyMenu>
  )
}
