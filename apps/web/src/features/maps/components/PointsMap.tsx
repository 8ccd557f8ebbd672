/** Many places on a map: clusters open, a point links to its record. A list beside it shows the same. */
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/IconButton.tsx'
import type { MapState } from '../draw-map.ts'
import classes from './PointMap.module.css'
import { type PointsMapOptions, usePointsMap } from './use-points-map.ts'

export interface PointsMapHandle {
  goTo(point: { lng: number; lat: number }): void
}

export interface PointsMapProps extends Omit<PointsMapOptions, 'title'> {
  ref?: Ref<PointsMapHandle>
  onState(state: MapState): void
}

export function PointsMap({ ref, onState, ...options }: PointsMapProps) {
  const { t } = useTranslation(['maps'])
  const box = useRef<HTMLDivElement>(null)
  const map = usePointsMap(box, { ...options, title: t('map') })
  useImperativeHandle(ref, () => ({ goTo: (point) => map.goTo(point) }))
  useEffect(() => onState(map.state), [map.state, onState])
  if (map.state === 'impossible') return null
  return (
    <div className={classes.fill} data-state={map.state}>
      <div ref={box} className={classes.map} />
      <span className={classes.zoom}>
        <IconButton glyph="plus" label={t('zoomIn')} variant="default" onClick={() => map.zoomBy(1)} />
        <IconButton glyph="minus" label={t('zoomOut')} variant="default" onClick={() => map.zoomBy(-1)} />
        <IconButton glyph="fullscreen" label={t('showAll')} variant="default" onClick={map.fit} />
      </span>
      {map.state === 'failed' && (
        <p className={classes.failed} role="alert">
          {t('loadFailed')}
        </p>
      )}
    </div>
  )
}
