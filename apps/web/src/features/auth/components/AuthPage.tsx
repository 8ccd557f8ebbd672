/** The frame of every page before sign-in: brand, one column, language choice. */
import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useBrand } from '../../../lib/brand.ts'
import { currentLanguage, languages, setLanguage } from '../../../lib/i18n.ts'
import { BrandLogo } from '../../../ui/BrandLogo.tsx'
import classes from './AuthPage.module.css'

export function AuthPage({
  title,
  text,
  footer,
  children,
}: {
  title: string
  text?: ReactNode
  footer?: ReactNode
  children?: ReactNode
}) {
  const { t } = useTranslation(['auth', 'common', 'shell'])
  const brand = useBrand()
  return (
    <div className={classes.page}>
      <header className={classes.brand}>
        <BrandLogo brand={brand} height={28} />
      </header>
      <main className={classes.main}>
        <h1 className={classes.title}>{title}</h1>
        {text && <p className={classes.text}>{text}</p>}
        {children}
        {footer && <p className={classes.footer}>{footer}</p>}
      </main>
      <footer className={classes.below}>
        <NativeSelect
          size="xs"
          w={120}
          aria-label={t('auth:language')}
          value={currentLanguage()}
          onChange={(event) => {
            const chosen = languages.find((language) => language === event.currentTarget.value)
            if (chosen) void setLanguage(chosen)
          }}
          data={languages.map((language) => ({ value: language, label: t(`common:language.${language}`) }))}
        />
        <a href={`mailto:${brand.supportEmail}`}>{t('shell:support')}</a>
      </footer>
    </div>
  )
}
