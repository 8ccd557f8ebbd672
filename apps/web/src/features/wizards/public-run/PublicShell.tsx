/** Around a public wizard: the team's name and brand, unless it is in another site's frame. */
import { type ReactNode, useEffect } from 'react'
import { setBrand } from '../../../lib/brand.ts'
import { setColorScheme } from '../../../lib/color-scheme.ts'
import { searchOf, useAddress } from '../../../lib/navigation.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import frame from '../../../ui/PublicPage.module.css'
import { PublicPage } from '../../../ui/PublicPage.tsx'
import classes from './Public.module.css'
import { readLook } from './public-search.ts'

interface PublicShellProps {
  team: { name: string; enumAppBrandId: number }
  title: string
  description: string
  children: ReactNode
}

export function PublicShell({ team, title, description, children }: PublicShellProps) {
  const { isEmbedded, theme } = readLook(searchOf(useAddress()))
  useEffect(() => setBrand(team.enumAppBrandId), [team.enumAppBrandId])
  usePageTitle(team.name ? `${title} · ${team.name}` : title)
  useEffect(() => {
    setColorScheme(theme)
    document.documentElement.toggleAttribute('data-embed', isEmbedded)
    return () => document.documentElement.removeAttribute('data-embed')
  }, [isEmbedded, theme])
  return (
    <PublicPage teamName={team.name} title={title} isEmbedded={isEmbedded}>
      <main id="content" className={frame.main}>
        <h1 className={frame.title}>{title}</h1>
        {description && <p className={classes.description}>{description}</p>}
        {children}
      </main>
    </PublicPage>
  )
}
