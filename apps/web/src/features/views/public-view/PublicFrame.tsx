/** Around a public view: the team's name and brand, unless embedded in another site; the view's own style sheet. */
import { type ReactNode, useRef } from 'react'
import { useBrand } from '../../../lib/brand.ts'
import { useTellHeight } from '../../../lib/public-page.ts'
import { BrandLogo } from '../../../ui/BrandLogo.tsx'
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
  const brand = useBrand()
  const box = useRef<HTMLDivElement>(null)
  useTellHeight(box, isEmbedded, view.title)
  const style = isEmbedded ? ({ '--display-height': `${frameHeight}px` } as React.CSSProperties) : undefined
  return (
    <FixedHeightContext value={isEmbedded ? frameHeight : null}>
      <div ref={box} className={classes.page} data-embedded={isEmbedded || undefined} style={style}>
        {!isEmbedded && (
          <header className={classes.top}>
            <BrandLogo brand={brand} isMark height={24} />
            <span className={classes.team}>{view.teamName}</span>
          </header>
        )}
        {/* The server scopes all its rules to this class. */}
        {view.externalCss && <style>{view.externalCss}</style>}
        <div className={`${classes.edge} ${styles.paintEdge}`}>
          <main id="content" className={`${classes.main} muster-view muster-view-${view.id}`}>
            {children}
          </main>
        </div>
      </div>
    </FixedHeightContext>
  )
}
