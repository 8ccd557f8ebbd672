/** Sends a request without records to a webhook, and shows how the receiver answers. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { Glyph } from '../../../ui/Glyph.tsx'
import shared from '../../../ui/shared.module.css'
import { useTeamId } from '../../teams/public.ts'
import { AnswerTag } from './AnswerTag.tsx'
import classes from './Tokens.module.css'

type Answer = { status: number | null; error: string | null }

export function TestButton({ webhookId }: { webhookId: number }) {
  const { t } = useTranslation('webhooks')
  const teamId = useTeamId()
  const errorText = useErrorText()
  const [answer, setAnswer] = useState<Answer | 'waiting' | { failed: string } | null>(null)
  const send = async () => {
    setAnswer('waiting')
    try {
      setAnswer(await call(api.webhooks.testWebhook, { params: { teamId, webhookId } }))
    } catch (error) {
      setAnswer({ failed: errorText(error) })
    }
  }
  return (
    <div className={classes.part}>
      <Button
        variant="default"
        leftSection={<Glyph name="send" />}
        loading={answer === 'waiting'}
        onClick={() => void send()}
      >
        {t('test.send')}
      </Button>
      <div role="status" className={classes.answer}>
        {answer !== null && answer !== 'waiting' && 'failed' in answer && (
          <p className={shared.error}>{answer.failed}</p>
        )}
        {answer !== null && answer !== 'waiting' && 'status' in answer && (
          <p className={classes.status}>
            {t('test.answer')} <AnswerTag {...answer} />
          </p>
        )}
      </div>
    </div>
  )
}
