/** One lane of a timeline: its name, and its records in rows or their numbers by unit of time. */
import type { TimeUnit } from '@muster/contract/views/time-units'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../../ui/AppLink.tsx'
import { chipStyle } from '../../../fields/public.ts'
import { ruleColor } from '../../rule-color.ts'
import type { Display } from '../../source.ts'
import type { LaneName } from './lane-names.ts'
import { barsOf, boxOf, type Item, type Lane, sizes } from './placed.ts'
import { type Axis, xOf } from './scale.ts'
import classes from './Timeline.module.css'
import type { TimelineWords } from './words.ts'

interface Props {
  lane: Lane
  name: LaneName | null
  /** Of the view, for a lane without a name. */
  label: string
  axis: Axis
  width: number
  /** What is drawn, in pixels from the top of all lanes. */
  view: { top: number; bottom: number }
  /** Of the counts. */
  unit: TimeUnit
  /** The highest count of all lanes. */
  most: number
  words: TimelineWords
  display: Display
  urlOf(id: number): string | null
  /** Comes closer to a unit of time. */
  onShow(day: string, unit: TimeUnit): void
}

export function LaneView(props: Props) {
  const { lane, name, label, axis, width, view, unit, most, words, onShow } = props
  const { t } = useTranslation('timeline')
  const head = name ? sizes.head : 0
  const isSeen = ({ row, from, to }: Item) => {
    const at = lane.top + head + row * sizes.row
    if (at + sizes.row < view.top || at > view.bottom) return false
    // A name may stand beside its bar.
    return xOf(axis, to) > -sizes.mostLabel && xOf(axis, from) < width
  }
  return (
    <section
      className={classes.lane}
      style={{ top: lane.top, height: lane.height }}
      aria-label={name?.name ?? label}
    >
      {name && (
        <h3 className={classes.laneName}>
          {name.color && (
            <span className={classes.dot} style={{ background: name.color }} aria-hidden="true" />
          )}
          {name.name}
        </h3>
      )}
      <ul className={classes.items}>
        {lane.steps
          ? barsOf(lane.steps, unit, axis, width).map((bar) => {
              const barWidth = Math.max(2, xOf(axis, bar.to) - xOf(axis, bar.from) - 1)
              const number = words.number(bar.count)
              return (
                <li key={bar.day}>
                  <button
                    type="button"
                    className={classes.count}
                    style={{ left: xOf(axis, bar.from), width: barWidth, height: sizes.counts }}
                    aria-label={t('countIn', { when: words.unitOf(unit, bar.day), count: bar.count, number })}
                    title={`${words.unitOf(unit, bar.day)}: ${number}`}
                    onClick={() => onShow(bar.day, unit)}
                  >
                    {number.length * digitWidth <= barWidth && <span>{number}</span>}
                    <span className={classes.fill} style={{ height: heightOf(bar.count, most) }} />
                  </button>
                </li>
              )
            })
          : lane.items.filter(isSeen).map((item) => <ItemView key={item.record.id} item={item} {...props} />)}
      </ul>
    </section>
  )
}

/** In pixels, of the numbers over counts. */
const digitWidth = 7

/** By its root: beside a lane of thousands one of tens can still be told from nothing. */
const heightOf = (count: number, most: number): number =>
  Math.max(4, Math.sqrt(count / most) * (sizes.counts - sizes.countHead))

function ItemView({
  item,
  axis,
  width,
  words,
  display,
  urlOf,
}: { item: Item } & Pick<Props, 'axis' | 'width' | 'words' | 'display' | 'urlOf'>) {
  const { t } = useTranslation('views')
  const { record, row, isInside, labelWidth } = item
  const box = boxOf(item, axis, width)
  const color = ruleColor(display.options.rowColors, record.mark) ?? record.color
  const name = record.name || t('record.unnamed')
  const href = urlOf(record.id)
  const common = {
    className: classes.item,
    style: { top: row * sizes.row, left: box.left },
    'data-record': record.id,
    'aria-label': `${name}, ${words.whenOf(record)}`,
    title: `${name}, ${words.whenOf(record)}`,
  }
  const content = (
    <>
      <span className={classes.bar} style={{ ...chipStyle(color), width: box.width }}>
        {isInside && (
          // A bar that began before the window keeps its name in sight.
          <span className={classes.inside} style={{ paddingLeft: Math.max(6, 8 - box.left) }}>
            {name}
          </span>
        )}
      </span>
      {!isInside && (
        <span className={classes.beside} style={{ maxWidth: labelWidth }}>
          {name}
        </span>
      )}
    </>
  )
  return (
    <li>
      {href === null ? (
        <span {...common} role="note">
          {content}
        </span>
      ) : (
        <AppLink
          {...common}
          href={href}
          draggable={false}
          target={display.openInNewWindow ? '_blank' : undefined}
        >
          {content}
        </AppLink>
      )}
    </li>
  )
}
