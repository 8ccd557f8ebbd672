/** The list beside a map: what is in view, by name. Hover and focus on a row highlight its point. */
import type { MapResult } from '@muster/contract/views/views.schema'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../lib/use-format.ts'
import { AppLink } from '../../../../ui/AppLink.tsx'
import { Glyph } from '../../../../ui/Glyph.tsx'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { chipStyle } from '../../../fields/public.ts'
import { RovingList } from '../roving-list/RovingList.tsx'
import classes from './MapDisplay.module.css'

interface Props {
  points: MapResult
  /** Indexes in the columns of `points`. */
  rows: readonly number[]
  marked: number | null
  isOpen: boolean
  /** Absent where there is only the list. */
  onToggle: (() => void) | undefined
  onMark(id: number | null): void
  /** Zooms the map to a point, out of its cluster. */
  onZoom: ((at: number) => void) | undefined
  urlOf(id: number): string | null
  openInNewWindow: boolean
}

export function PlaceList(props: Props) {
  const { points, rows, marked, isOpen, onToggle, onMark, onZoom, urlOf, openInNewWindow } = props
  const { t } = useTranslation(['maps'])
  const format = useFormat()
  const count = t('placesHere', { count: rows.length, number: format.number(rows.length) })
  return (
    <section className={classes.list} aria-label={t('list')}>
      <h2 className={classes.listHead}>
        {onToggle ? (
          <button type="button" className={classes.toggle} aria-expanded={isOpen} onClick={onToggle}>
            <Glyph name={isOpen ? 'chevronDown' : 'chevronUp'} size={14} />
            <span aria-live="polite">{count}</span>
          </button>
        ) : (
          count
        )}
      </h2>
      {isOpen && (
        <RovingList
          rows={rows}
          label={t('list')}
          keyOf={(at) => points.ids[at] ?? at}
          isStop={() => true}
          heightOf={() => 36}
          className={classes.rows}
          render={(at, tabIndex) => {
            const id = points.ids[at] ?? 0
            const name = points.names[at] || `#${id}`
            const href = urlOf(id)
            const common = { 'data-stop': '', tabIndex, className: classes.name, title: name }
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: highlights a point, without an action
              <div
                className={classes.row}
                data-record={id}
                data-marked={id === marked || undefined}
                onMouseEnter={() => onMark(id)}
                onMouseLeave={() => onMark(null)}
                onFocus={() => onMark(id)}
                onBlur={() => onMark(null)}
              >
                <span
                  className={classes.dot}
                  style={points.colors ? { background: chipStyle(points.colors[at]).color } : undefined}
                  aria-hidden="true"
                />
                {href === null ? (
                  <span {...common} role="note">
                    {name}
                  </span>
                ) : (
                  <AppLink {...common} href={href} target={openInNewWindow ? '_blank' : undefined}>
                    {name}
                  </AppLink>
                )}
                {onZoom && (
                  <IconButton
                    glyph="pin"
                    size={26}
                    variant="subtle"
                    tabIndex={tabIndex}
                    className={classes.zoomTo}
                    label={t('zoomTo', { name })}
                    onClick={() => onZoom(at)}
                  />
                )}
              </div>
            )
          }}
        />
      )}
    </section>
  )
}
