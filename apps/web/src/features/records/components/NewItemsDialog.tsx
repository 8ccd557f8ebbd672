/** One dialog for all pasted values that are in no list yet. */
import { Button, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { NewItems } from '../data/paste-readers.ts'
import classes from './NewItemsDialog.module.css'

export type NewItemsAnswer = 'create' | 'leave' | 'cancel'

export function NewItemsDialog({
  missing,
  onAnswer,
}: {
  missing: readonly NewItems[]
  onAnswer(answer: NewItemsAnswer): void
}) {
  const { t } = useTranslation(['records', 'common'])
  const count = missing.reduce((sum, { labels }) => sum + labels.length, 0)
  return (
    <Modal
      opened
      onClose={() => onAnswer('cancel')}
      size="lg"
      title={t('records:paste.newTitle', { count })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <p>{t('records:paste.newText')}</p>
      <div className={classes.lists}>
        {missing.map(({ list, labels }) => (
          <section key={list.id}>
            <h3 className={classes.head}>
              {t('records:paste.newItems', { list: list.pluralName, count: labels.length })}
            </h3>
            <ul className={classes.items}>
              {labels.map((label) => (
                <li key={label}>{label}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className={classes.actions}>
        <Button variant="subtle" color="gray" onClick={() => onAnswer('cancel')}>
          {t('common:cancel')}
        </Button>
        <Button variant="default" onClick={() => onAnswer('leave')}>
          {t('records:paste.leave')}
        </Button>
        <Button data-autofocus onClick={() => onAnswer('create')}>
          {t('records:paste.create', { count })}
        </Button>
      </div>
    </Modal>
  )
}
