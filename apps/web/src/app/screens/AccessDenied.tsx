/** /access-denied (spec section 2); says more where the system administration was refused. */
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../ui/Glyph.tsx'
import classes from './NotFound.module.css'

export function AccessDenied() {
  const { t } = useTranslation(['shell'])
  const { area } = useSearch({ from: '/access-denied' })
  return (
    <main className={classes.page} id="content">
      <span style={{ display: 'inline-block', marginBottom: 16, color: 'var(--m-accent-text)' }}>
        <Glyph name="lock" size={32} />
      </span>
      <h1 className={classes.title}>{t('accessDenied.title')}</h1>
      <p>{area === 'sysAdmin' ? t('accessDenied.sysAdmin') : t('accessDenied.text')}</p>
      <p style={{ marginTop: 24 }}>
        <Link to="/">{t('accessDenied.home')}</Link>
      </p>
    </main>
  )
}
