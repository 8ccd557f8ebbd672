/** The secret of a new webhook, shown once, with a first request. */
import { Alert, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Drawer } from '../../../ui/Drawer.tsx'
import shared from '../../../ui/shared.module.css'
import { Copyable } from './Copyable.tsx'
import type { CreatedSecret } from './NewWebhook.tsx'
import { TestButton } from './TestButton.tsx'
import classes from './Tokens.module.css'

export function CreatedWebhook({ webhookId, secret, onClose }: CreatedSecret & { onClose(): void }) {
  const { t } = useTranslation(['webhooks', 'common'])
  return (
    <Drawer
      title={t('created.title')}
      isModal
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common:done')}</Button>}
    >
      <div className={classes.created}>
        <Alert color="yellow">{t('created.once')}</Alert>
        <Copyable label={t('created.secret')} text={secret} />
        <section className={classes.part}>
          <h3 className={shared.title}>{t('test.title')}</h3>
          <p className={shared.note}>{t('test.text')}</p>
          <TestButton webhookId={webhookId} />
        </section>
      </div>
    </Drawer>
  )
}
