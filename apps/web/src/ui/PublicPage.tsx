/** A page for people without a session: the team's mark and name above it, unless it is in another site's frame. */
import { type CSSProperties, type ReactNode, useRef } from 'react'
import { useBrand } from '../lib/brand.ts'
import { useTellHeight } from '../lib/public-page.ts'
import { BrandLogo } from './BrandLogo.tsx'
import classes from './PublicPage.module.css'

interface PublicPageProps {
  teamName: string
  /** What the frame around it is called. */
  title: string
  isEmbedded: boolean
  style?: CSSProperties
  children: ReactNode
}

export function PublicPage({ teamName, title, isEmbedded, style, children }: PublicPageProps) {
  const brand = useBrand()
  const box = useRef<HTMLDivElement>(null)
  useTellHeight(box, isEmbedded, title)
  return (
    <div ref={box} className={classes.page} data-embedded={isEmbedded || undefined} style={style}>
      {!isEmbedded && (
        <header className={classes.top}>
          <BrandLogo brand={brand} isMark height={24} />
          <span className={classes.team}>{teamName}</span>
        </header>
      )}
      {children}
    </div>
  )
}
