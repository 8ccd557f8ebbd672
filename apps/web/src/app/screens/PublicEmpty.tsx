/** A public address with nothing behind it: brand, title, one sentence. */
import { useMatches } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBrand } from '../../lib/brand.ts'
import { BrandLogo } from '../../ui/BrandLogo.tsx'
import styles from '../../ui/shared.module.css'
import classes from './NotFound.module.css'

export function PublicEmpty() {
  const { t } = useTranslation(['shell'])
  const brand = useBrand()
  const data = useMatches({ select: (matches) => matches.at(-1)?.staticData })
  return (
    <main className={classes.page} id="content">
      <div style={{ marginBottom: 24 }}>
        <BrandLogo brand={brand} height={28} />
      </div>
      <h1 className={classes.title}>{data?.title && t(data.title)}</h1>
      <p className={styles.muted}>{data?.empty && t(data.empty)}</p>
    </main>
  )
}
