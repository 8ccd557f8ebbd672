/** A place on a map: clicked, dragged or moved by arrow keys; not editable with `isReadOnly`. */
import { useComputedColorScheme } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { Glyph } from '../../../ui/Glyph.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import styles from '../../../ui/shared.module.css'
import type { Tiles } from '../map-style.ts'
import { type Point, showPoint } from '../point.ts'
import classes from './PointMap.module.css'
import { useMap } from './use-map.ts'

export interface PointMapProps {
  /** Over the built-in world; undefined while loading. */
  tiles: Tiles | null | undefined
  point: Point | null
  isReadOnly?: boolean
  /** Absent for a read-only map. */
  onChange?(point: Point | null): void
}

const steps: Record<string, readonly [number, number]> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
}

export function PointMap({ tiles, point, isReadOnly = false, onChange }: PointMapProps) {
  const { t } = useTranslation(['maps'])
  const format = useFormat()
  const box = useRef<HTMLDivElement>(null)
  const pin = useRef<HTMLButtonElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isFixed = isReadOnly || !onChange
  const map = useMap(box, {
    tiles,
    isDark: useComputedColorScheme() === 'dark',
    point,
    isReadOnly: isFixed,
    title: t('map'),
    pin,
    onMove: (next) => onChange?.(next),
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (isFixed || !point) return
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      event.stopPropagation()
      button.current?.focus()
      onChange?.(null)
      return
    }
    const step = steps[event.key.replace('Arrow', '').toLowerCase()]
    if (!step || !event.key.startsWith('Arrow')) return
    // Otherwise the map would move under the pin.
    event.preventDefault()
    event.stopPropagation()
    const by = event.shiftKey ? 50 : 5
    onChange?.(map.beside(point, step[0] * by, step[1] * by))
  }

  const putOrRemove = () => {
    onChange?.(point ? null : map.middle())
    // The arrow keys belong to the pin.
    if (!point) requestAnimationFrame(() => pin.current?.focus())
  }

  if (map.state === 'impossible') return <p className={styles.note}>{t('cannotDraw')}</p>
  const place = point ? showPoint(point, format.number) : ''
  return (
    <div className={styles.stack4}>
      <div className={classes.frame} data-state={map.state}>
        <div ref={box} className={classes.map} />
        {/* The map owns this element; React keeps its label. */}
        <div hidden={!point}>
          <button
            ref={pin}
            type="button"
            className={classes.pin}
            hidden={!point}
            aria-label={t('pin', { place })}
            aria-description={isFixed ? undefined : t('pinHelp')}
            onKeyDown={onKeyDown}
            onClick={(event) => event.stopPropagation()}
          >
            <svg viewBox="0 0 24 32" width="24" height="32" aria-hidden="true">
              <path
                d="M12 31C7 23 2 18 2 11.5a10 10 0 0 1 20 0C22 18 17 23 12 31z"
                fill="currentColor"
                stroke="#fff"
                strokeWidth="1.5"
              />
              <circle cx="12" cy="11.5" r="3.5" fill="#fff" />
            </svg>
          </button>
        </div>
        <span className={classes.zoom}>
          <IconButton glyph="plus" label={t('zoomIn')} variant="default" onClick={() => map.zoomBy(1)} />
          <IconButton glyph="minus" label={t('zoomOut')} variant="default" onClick={() => map.zoomBy(-1)} />
        </span>
        {map.state === 'failed' && (
          <p className={classes.failed} role="alert">
            {t('loadFailed')}
          </p>
        )}
      </div>
      {!isFixed && (
        <div className={classes.foot}>
          <span role="status" className={styles.note}>
            {point ? t('moved', { place }) : t('noPin')}
          </span>
          <button ref={button} type="button" className={classes.button} onClick={putOrRemove}>
            <Glyph name={point ? 'close' : 'pin'} size={14} />
            {t(point ? 'remove' : 'place')}
          </button>
        </div>
      )}
    </div>
  )
}
