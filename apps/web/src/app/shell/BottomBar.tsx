/** On phones: four entries at the thumb. */
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../ui/AppLink.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import classes from './BottomBar.module.css'

export function BottomBar({
  teamId,
  onSearch,
  onMenu,
}: {
  teamId: number | null
  onSearch: () => void
  onMenu: () => void
}) {
  const { t } = useTranslation(['shell', 'common'])
  const path = useLocation({ select: (location) => location.pathname })
  const home = teamId === null ? '/choose-team' : `/team-${teamId}/dashboard`
  const collections = teamId === null ? '/choose-team' : `/team-${teamId}/data-collections`
  return (
    <nav className={classes.bar} aria-label={t('bottomBar')}>
      <AppLink href={home} className={classes.entry} aria-current={path === home ? 'page' : undefined}>
        <Glyph name="home" size={20} />
        {t('home')}
      </AppLink>
      <AppLink
        href={collections}
        className={classes.entry}
        aria-current={path.startsWith(collections) ? 'page' : undefined}
      >
        <Glyph name="table" size={20} />
        {t('search.collections')}
      </AppLink>
      <button type="button" className={classes.entry} onClick={onSearch}>
        <Glyph name="search" size={20} />
        {t('common:search')}
      </button>
      <button type="button" className={classes.entry} onClick={onMenu}>
        <Glyph name="menu" size={20} />
        {t('menu')}
      </button>
    </nav>
  )
}
