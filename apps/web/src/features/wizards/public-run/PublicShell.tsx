/** Around a public wizard: the team's name and brand, unless it is in another site's frame. */
import { type ReactNode, useEffect, useRef } from 'react'
import { setBrand, useBrand } from '../../../lib/brand.ts'
import { setColorScheme } from '../../../lib/color-scheme.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { useTellHeight } from '../../../lib/public-page.ts'
import { BrandLogo } from '../../../ui/BrandLogo.tsx'
import classes from './Public.module.css'

interface PublicShellProps {
  team: { name: string; enumAppBrandId: number }
  title: string
  description: string
  isEmbedded: boolean
  children: ReactNode
}

export function PublicShell({ team, title, description, isEmbedded, children }: PublicShellProps) {
  const brand = useBrand()
  const box = useRef<HTMLDivElement>(null)
  useTellHeight(box, isEmbedded, title)
  useEffect(() => setBrand(team.enumAppBrandId), [team.enumAppBrandId])
  usePageTitle(team.name ? `${title} · ${team.name}` : title)
  useEffect(() => {
    // Websites are light by default; a page of its own follows the device.
    setColorScheme(isEmbedded ? 'light' : 'auto')
    document.documentElement.toggleAttribute('data-embed', isEmbedded)
    return () => document.documentElement.removeAttribute('data-embed')
  }, [isEmbedded])
  return (
    <div ref={box} className={classes.page} data-embedded={isEmbedded || undefined}>
      {!isEmbedded && (
        <header className={classes.top}>
          <BrandLogo brand={brand} isMark height={24} />
          <span className={classes.team}>{team.name}</span>
        </header>
      )}
      <main id="content" className={classes.main}>
        <h1 className={classes.title}>{title}</h1>
        {description && <p className={classes.description}>{description}</p>}
        {children}
      </main>
    </div>
  )
}
