/** What was found when a sender was checked, and what to add to DNS. */
import { Button } from '@mantine/core'
import type { Sender } from '@muster/contract/messages/senders.api'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { Drawer } from '../../../ui/Drawer.tsx'
import shared from '../../../ui/shared.module.css'
import { Tag } from '../../../ui/Tag.tsx'
import classes from './senders.module.css'
import type { SenderActs } from './use-sender-acts.ts'

export function ChecksDrawer({
  sender,
  acts,
  onClose,
}: {
  sender: Sender
  acts: SenderActs
  onClose(): void
}) {
  const { t } = useTranslation('messageSenders')
  const format = useFormat()
  const [isBusy, setBusy] = useState(false)
  const check = async () => {
    setBusy(true)
    await acts.check(sender)
    setBusy(false)
  }
  return (
    <Drawer title={t('checks.of', { name: sender.name })} onClose={onClose} isModal>
      <div className={shared.stack16}>
        <div className={shared.wrapRow12}>
          <Button loading={isBusy} onClick={() => void check()}>
            {t('checks.run')}
          </Button>
          <span className={shared.note} role="status">
            {sender.checkedAt === null
              ? t('checks.never')
              : t('checks.at', { at: format.dateTime(sender.checkedAt) })}
          </span>
        </div>
        <ul className={classes.checks}>
          {sender.checks.map(({ kind, isOk, detail }) => (
            <li key={kind}>
              <span className={shared.row8}>
                <strong>{t(`checks.kind.${kind}`)}</strong>
                <Tag color={isOk ? 'green' : 'orange'}>{isOk ? t('checks.isOk') : t('checks.isBad')}</Tag>
              </span>
              {detail && <span className={shared.note}>{detail}</span>}
            </li>
          ))}
        </ul>
        {sender.hookUrl !== null && (
          <div className={shared.stack4}>
            <strong>{t('hook')}</strong>
            <span className={shared.note}>{t('hookHelp')}</span>
            <code className={classes.hook}>{new URL(sender.hookUrl, window.location.origin).href}</code>
          </div>
        )}
      </div>
    </Drawer>
  )
}
