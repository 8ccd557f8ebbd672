/**
 * Records at their places: a map with clusters, and beside it a list of what is in view. The list serves
 * keyboard and screen readers, and is the whole display where a browser cannot draw maps.
 */
import { useComputedColorScheme } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/use-format.ts'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../../ui/ErrorState.tsx'
import { FormSkeleton } from '../../../../ui/Skeletons.tsx'
import styles from '../../../../ui/shared.module.css'
import {
  type Bounds,
  isWithin,
  type MapState,
  PointsMap,
  type PointsMapHandle,
} from '../../../maps/public.ts'
import type { Display, ViewSource } from '../../source.ts'
import { useGlance } from '../glance/glance-context.ts'
import classes from './MapDisplay.module.css'
import { PlaceList } from './PlaceList.tsx'

export interface MapDisplayProps {
  source: ViewSource
  display: Display
  /** Shows the records without a place; absent where that is not possible. */
  onShowWithoutPlace?: (() => void) | undefined
}

export function MapDisplay({ source, display, onShowWithoutPlace }: MapDisplayProps) {
  const { t } = useTranslation(['maps', 'views'])
  const format = useFormat()
  const router = useRouter()
  const map = useRef<PointsMapHandle>(null)
  const corner = useRef<HTMLSpanElement>(null)
  const glance = useGlance()
  const isDark = useComputedColorScheme() === 'dark'
  const settings = useApi(api.maps.publicSettings, {}, { staleTime: Number.POSITIVE_INFINITY })
  const query = useQuery({
    queryKey: [...source.key, 'map'],
    queryFn: ({ signal }) => source.map(signal),
    placeholderData: keepPreviousData,
  })
  const [bounds, setBounds] = useState<Bounds | null>(null)
  const [state, setState] = useState<MapState>('loading')
  const [marked, setMarked] = useState<number | null>(null)
  const [isListOpen, setListOpen] = useState(display.options.showListBesideMap)
  const points = query.data
  const compare = format.compare
  /** Indexes in the columns, by name. */
  const inOrder = useMemo(
    () =>
      points?.ids.map((_, at) => at).sort((a, b) => compare(points.names[a] ?? '', points.names[b] ?? '')) ??
      [],
    [points, compare],
  )
  const isDrawn = state !== 'impossible'
  const inWindow = useMemo(
    () =>
      points && bounds && isDrawn
        ? inOrder.filter((at) => isWithin(points.lngs[at] ?? 0, points.lats[at] ?? 0, bounds))
        : inOrder,
    [points, bounds, inOrder, isDrawn],
  )
  const markedAt = marked === null ? -1 : (points?.ids.indexOf(marked) ?? -1)
  const markedPoint = useMemo(
    () =>
      points && markedAt >= 0 ? { lng: points.lngs[markedAt] ?? 0, lat: points.lats[markedAt] ?? 0 } : null,
    [points, markedAt],
  )

  const urlOf = (id: number) => points?.urls?.[id] ?? source.recordUrl({ id })
  const open = (id: number) => {
    const address = urlOf(id)
    if (address === null) return setMarked(id)
    if (display.openInNewWindow) window.open(address, '_blank', 'noreferrer')
    else if (address.startsWith('/')) router.history.push(address)
    else location.assign(address)
  }
  const onHover = (id: number | null) => {
    setMarked(id)
    if (id === null || !corner.current) glance.hide()
    else glance.show(id, corner.current)
  }
  const onState = useCallback((next: MapState) => setState(next), [])

  if (query.isPending) return <FormSkeleton rowCount={6} />
  if (query.isError)
    return <ErrorState error={query.error} title={t('maps:loadFailed')} onRetry={query.refetch} />
  const { withoutPlace, isMore } = query.data
  const without = withoutPlace > 0 && (
    <p className={styles.note}>
      {t('maps:withoutPlace', { count: withoutPlace })}{' '}
      {onShowWithoutPlace && (
        <button type="button" className={styles.link} onClick={onShowWithoutPlace}>
          {t('maps:showWithoutPlace')}
        </button>
      )}
    </p>
  )
  if (query.data.ids.length === 0) {
    return without ? (
      <EmptyState glyph="pin" title={t('maps:noPlaces')} text={without} />
    ) : (
      <EmptyState glyph="search" title={t('views:display.none')} />
    )
  }

  return (
    <div className={classes.root} aria-busy={query.isFetching || undefined}>
      {(isMore || without) && (
        <div className={classes.notes}>
          {isMore && (
            <p className={styles.note}>
              {t('maps:tooMany', { number: format.number(query.data.ids.length) })}
            </p>
          )}
          {without}
        </div>
      )}
      {!isDrawn && (
        <p className={styles.note} role="status">
          {t('maps:listOnly')}
        </p>
      )}
      <div className={classes.frame} data-list={isListOpen || undefined} data-map={isDrawn || undefined}>
        {isDrawn && (
          <div className={classes.map}>
            <span ref={corner} className={classes.corner} />
            <PointsMap
              ref={map}
              // Without the operator's tiles the built-in world is still there.
              tiles={settings.isPending ? undefined : (settings.data?.tiles ?? null)}
              isDark={isDark}
              points={query.data}
              start={display.options.mapStart}
              marked={markedPoint}
              onBounds={setBounds}
              onOpen={open}
              onHover={onHover}
              onState={onState}
            />
          </div>
        )}
        <PlaceList
          points={query.data}
          rows={inWindow}
          marked={marked}
          isOpen={isListOpen || !isDrawn}
          onToggle={isDrawn ? () => setListOpen((now) => !now) : undefined}
          onMark={setMarked}
          onZoom={
            isDrawn
              ? (at) => map.current?.goTo({ lng: points?.lngs[at] ?? 0, lat: points?.lats[at] ?? 0 })
              : undefined
          }
          urlOf={urlOf}
          openInNewWindow={display.openInNewWindow}
        />
      </div>
    </div>
  )
}
