/** Around the pages of people without a session: the team's look, in the person's language. */
import type { Language } from '@muster/contract/paging'
import i18next from 'i18next'
import { type ReactNode, useEffect, useState } from 'react'
import { setBrand } from '../../lib/brand.ts'
import { setColorScheme } from '../../lib/color-scheme.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import frame from '../../ui/PublicPage.module.css'
import { PublicPage } from '../../ui/PublicPage.tsx'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import classes from './Consent.module.css'

interface ConsentPageProps {
  team: { name: string; enumAppBrandId: number }
  languageId: Language
  title: string
  children: ReactNode
}

export function ConsentPage({ team, languageId, title, children }: ConsentPageProps) {
  const isReady = useLanguageOfPage(languageId)
  useEffect(() => setBrand(team.enumAppBrandId), [team.enumAppBrandId])
  useEffect(() => setColorScheme('auto'), [])
  usePageTitle(team.name ? `${title} · ${team.name}` : title)
  if (!isReady) return <PageSkeleton />
  return (
    <PublicPage teamName={team.name} title={title} isEmbedded={false}>
      <main id="content" className={frame.main}>
        <h1 className={frame.title}>{title}</h1>
        <div className={classes.body}>{children}</div>
      </main>
    </PublicPage>
  )
}

/** @returns whether the page speaks the language already */
function useLanguageOfPage(language: Language): boolean {
  const [isReady, setReady] = useState(currentLanguage() === language)
  useEffect(() => {
    document.documentElement.setAttribute('lang', language)
    void i18next.changeLanguage(language).finally(() => setReady(true))
  }, [language])
  return isReady
}
