/** Links from the dashboard to the team's places. */
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Glyph, type GlyphName } from '../../../ui/Glyph.tsx'
import styles from '../../../ui/shared.module.css'
import classes from './ManageLinks.module.css'

export function ManageLinks({ teamId, isAdmin }: { teamId: number; isAdmin: boolean }) {
  const { t } = useTranslation(['teams', 'shell'])
  const links: { path: string; glyph: GlyphName; label: string }[] = [
    { path: 'data-collections', glyph: 'table', label: t('shell:nav.dataCollections') },
    { path: 'bookmarked', glyph: 'bookmark', label: t('shell:nav.bookmarked') },
    { path: 'recent', glyph: 'clock', label: t('shell:nav.recent') },
    ...(isAdmin
      ? [{ path: 'admin/dashboard', glyph: 'settings' as const, label: t('shell:nav.teamAdministration') }]
      : []),
  ]
  return (
    <nav className={classes.links} aria-label={t('dashboard.manage')}>
      <h2 className={styles.title}>{t('dashboard.manage')}</h2>
      <ul>
        {links.map(({ path, glyph, label }) => (
          <li key={path}>
            <AppLink href={`/team-${teamId}/${path}`} className={classes.link}>
              <Glyph name={glyph} />
              {label}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
