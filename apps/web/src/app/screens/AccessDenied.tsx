/** /access-denied (spec section 2); says more about the system administration and about suspended teams. */
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../ui/Glyph.tsx'
import classes from './NotFound.module.css'

export function AccessDenied() {
  const { t } = useTranslation(['shell'])
  const { area } = useSearch({ from: '/access-denied' })
  const isSuspended = area === 'suspendedTeam'
  return (
    <main className={classes.page} id="content">
      <span style={{ display: 'inline-block', marginBottom: 16, color: 'var(--m-accent-text)' }}>
        <Glyph name="lock" size={32} />
      </span>
      <h1 className={classes.title}>{t(isSuspended ? 'suspendedTeam.title' : 'accessDenied.title')}</h1>
      <p>{t(isSuspended ? 'suspendedTeam.text' : area ? 'accessDenied.sysAdmin' : 'accessDenied.text')}</p>
      <p style={{ marginTop: 24 }}>
        {isSuspended ? (
          // Loads the page again, because the team may have been resumed meanwhile.
          <a href="/">{t('accessDenied.home')}</a>
        ) : (
          <Link to="/">{t('accessDenied.home')}</Link>
        )}
      </p>
    </main>
  )
}
