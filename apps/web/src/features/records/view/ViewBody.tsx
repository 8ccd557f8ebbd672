/** The records in a display other than the grid. */
import type { DataView as SavedView } from '@muster/contract/views/views.schema'
import { type MouseEvent, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import styles from '../../../ui/shared.module.css'
import { useFieldContext } from '../../fields/public.ts'
import {
  type BoardSource,
  type Display,
  KanbanDisplay,
  kindOf,
  type More,
  ViewDisplay,
  type ViewSource,
  viewKinds,
} from '../../views/public.ts'
import classes from './ViewBody.module.css'

export interface ViewBodyProps {
  view: SavedView
  label: string
  source: ViewSource
  display: Display
  board: BoardSource | null
  /** What a calendar and a map can do here. */
  more: More
  onOpen(recordId: number): void
}

export function ViewBody({ view, label, source, display, board, more, onOpen }: ViewBodyProps) {
  const { t } = useTranslation('viewSwitcher')
  const context = useFieldContext()
  const kind = kindOf(view)
  const isBoard = viewKinds[kind].groups === 'columns'
  const isBroken = isBoard ? board === null : view.isBroken
  if (isBroken) {
    return <EmptyState glyph="warning" title={t('brokenView.title')} text={t('brokenView.text')} />
  }
  /** Records open beside the list; with a modifier key, in a tab of their own. */
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const { target, currentTarget } = event
    // Links of menus, which are outside of the list on the page, lead elsewhere.
    const link =
      target instanceof Element && currentTarget.contains(target) ? target.closest('a[href]') : null
    const id = link && recordIn(link.getAttribute('href') ?? '')
    if (!id || link?.getAttribute('target') === '_blank') return
    event.preventDefault()
    event.stopPropagation()
    onOpen(id)
  }
  const props = { source, display, context, label }
  return (
    <div className={`${classes.edge} ${styles.paintEdge}`}>
      <div className={`${classes.body} muster-view-${view.id}`} data-kind={kind} onClickCapture={onClick}>
        {view.scopedInternalCss && <style>{view.scopedInternalCss}</style>}
        {board && isBoard ? (
          <Suspense fallback={<TableSkeleton />}>
            <KanbanDisplay {...props} board={board} />
          </Suspense>
        ) : (
          <ViewDisplay type={view.type} {...props} {...more} />
        )}
      </div>
    </div>
  )
}

/** The record that an address of this list opens. */
function recordIn(href: string): number | null {
  const found = /[?&]record=(\d+)/.exec(href)
  return found ? Number(found[1]) : null
}
