/** A new token, shown once, with a request that uses it. */
import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, urlOf } from '../../../lib/api.ts'
import { Drawer } from '../../../ui/Drawer.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import shared from '../../../ui/shared.module.css'
import { Tag } from '../../../ui/Tag.tsx'
import { useTeamId } from '../../teams/public.ts'
import { Copyable } from './Copyable.tsx'
import classes from './Tokens.module.css'

type Tried = { isOk: boolean; status: number; text: string } | 'running' | 'failed' | null

export function CreatedToken({ secret, onClose }: { secret: string; onClose(): void }) {
  const { t } = useTranslation(['integrations', 'common'])
  const teamId = useTeamId()
  const [tried, setTried] = useState<Tried>(null)
  const url = `${window.location.origin}${urlOf(api.collections.list, { params: { teamId } })}`

  /** As a program would: with the token and without the session. */
  const tryIt = async () => {
    setTried('running')
    try {
      const headers = { authorization: `Bearer ${secret}`, accept: 'application/json' }
      const answer = await fetch(url, { headers, credentials: 'omit' })
      const text = JSON.stringify(await answer.json(), null, 2)
      setTried({ isOk: answer.ok, status: answer.status, text })
    } catch {
      setTried('failed')
    }
  }

  return (
    <Drawer
      title={t('created.title')}
      isModal
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('created.done')}</Button>}
    >
      <div className={classes.created}>
        <Alert color="yellow">{t('created.once')}</Alert>
        <Copyable label={t('list.token')} text={secret} />
        <section className={classes.part}>
          <h3 className={shared.title}>{t('try.title')}</h3>
          <p className={shared.note}>{t('try.text')}</p>
          <Copyable label={t('try.command')} text={`curl -H "Authorization: Bearer ${secret}" ${url}`} />
          <Button
            variant="default"
            leftSection={<Glyph name="send" />}
            loading={tried === 'running'}
            onClick={() => void tryIt()}
          >
            {t('try.run')}
          </Button>
          <div role="status" className={classes.answer}>
            {tried === 'failed' && <p className={shared.error}>{t('try.failed')}</p>}
            {tried !== null && typeof tried === 'object' && (
              <>
                <p className={classes.status}>
                  {t('try.answer')} <Tag color={tried.isOk ? 'green' : 'red'}>{tried.status}</Tag>
                </p>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
                <pre className={classes.code} tabIndex={0}>
                  {tried.text}
                </pre>
              </>
            )}
          </div>
        </section>
      </div>
    </Drawer>
  )
}
