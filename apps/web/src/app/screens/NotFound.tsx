/** Unknown addresses (spec section 2): what was not found, and what to do. The icon turns now and then. */
import { Link, useParams, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBrand } from '../../lib/brand.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import styles from '../../ui/shared.module.css'
import classes from './NotFound.module.css'

/** The same without a frame around it. */
export function NotFoundPage() {
  return (
    <main>
      <NotFound />
    </main>
  )
}

/** For the address of a record that does not exist or that the reader may not see. */
export function RecordNotFound() {
  const id = useParams({ strict: false, select: (params) => params.dataRecordId })
  return <NotFound type="record" id={id} />
}

export type MissingThing = 'page' | 'record' | 'collection'

export function NotFound({
  data,
  ...given
}: {
  type?: MissingThing
  id?: string | number
  /** The same from a screen that found nothing: it reaches this one through the router. */
  data?: unknown
}) {
  const { type = 'page', id } = { ...given, ...(data as typeof given | undefined) }
  const { t } = useTranslation(['shell'])
  const router = useRouter()
  const brand = useBrand()
  usePageTitle(t('notFound.title'))
  const what = t(`notFound.${type}`)
  return (
    <div className={classes.page}>
      <span className={classes.icon} data-testid="not-found-icon">
        <Glyph name="help" size={32} />
      </span>
      <h1 className={classes.title}>{t('notFound.title')}</h1>
      <p>{t('notFound.message')}</p>
      <p className={styles.muted}>
        {id === undefined ? t('notFound.what', { type: what }) : t('notFound.whatWithId', { type: what, id })}
      </p>
      <h2 className={classes.heading}>{t('notFound.suggestions')}</h2>
      <ul className={classes.list}>
        <li>{t('notFound.checkUrl')}</li>
        <li>
          <button type="button" className={styles.link} onClick={() => router.history.back()}>
            {t('notFound.goBack')}
          </button>
        </li>
        <li>
          <Link to="/dashboard">{t('notFound.dashboard')}</Link>
        </li>
        <li>
          <a href={`mailto:${brand.supportEmail}`}>{t('notFound.support')}</a>
        </li>
      </ul>
    </div>
  )
}
