/** What the operator does on the server: restore a backup, or back up a database of their own. */
import { useTranslation } from 'react-i18next'
import shared from '../../../ui/shared.module.css'
import classes from './Backups.module.css'

export function HowToRestore() {
  const { t } = useTranslation('backups')
  return (
    <section className={classes.howTo} aria-labelledby="restore-backup">
      <h2 id="restore-backup" className={classes.heading}>
        {t('restore.title')}
      </h2>
      <p>{t('restore.how')}</p>
      <ol className={classes.steps}>
        <li>{t('restore.machine')}</li>
        <li>{t('restore.folder')}</li>
        <li>
          {t('restore.command')}
          <code className={classes.command}>npm start -- --restore FILE</code>
        </li>
      </ol>
      <p className={shared.note}>{t('restore.checked')}</p>
      <p className={shared.note}>{t('restore.messages')}</p>
    </section>
  )
}

/** In place of the list. */
export function ExternalDatabase() {
  const { t } = useTranslation('backups')
  return (
    <section className={classes.howTo} aria-labelledby="external-database">
      <h2 id="external-database" className={classes.heading}>
        {t('external.title')}
      </h2>
      <p>{t('external.text')}</p>
      <ul className={classes.steps}>
        <li>
          {t('external.database')}
          <code className={classes.command}>pg_dump --format=custom DATABASE_URL</code>
        </li>
        <li>{t('external.files')}</li>
        <li>{t('external.secret')}</li>
      </ul>
      <p className={shared.note}>{t('external.more')}</p>
    </section>
  )
}
