/** Around a public view: its team, unless embedded in another site, and the view's own style sheet. */
import type { ReactNode } from 'react'
import frame from '../../../ui/PublicPage.module.css'
import { PublicPage } from '../../../ui/PublicPage.tsx'
import styles from '../../../ui/shared.module.css'
import { FixedHeightContext } from '../displays/calendar/use-month-height.ts'
import classes from './Public.module.css'
import type { OpenView } from './public-source.ts'

/** The height of calendars and maps in a frame, which is as tall as its content. */
const frameHeight = 560

interface Props {
  view: OpenView
  isEmbedded: boolean
  children: ReactNode
}

export function PublicFrame({ view, isEmbedded, children }: Props) {
  const style = isEmbedded ? ({ '--display-height': `${frameHeight}px` } as React.CSSProperties) : undefined
  return (
    <FixedHeightContext value={isEmbedded ? frameHeight : null}>
      <PublicPage teamName={view.teamName} title={view.title} isEmbedded={isEmbedded} style={style}>
        {/* The server scopes all its rules to this class. */}
        {view.externalCss && <style>{view.externalCss}</style>}
        <div className={`${classes.edge} ${styles.paintEdge}`}>
          <main id="content" className={`${frame.main} muster-view muster-view-${view.id}`}>
            {children}
          </main>
        </div>
      </PublicPage>
    </FixedHeightContext>
  )
}
