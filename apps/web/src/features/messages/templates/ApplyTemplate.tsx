/** Replaces the contents of a message by those of a template. */
import { Button } from '@mantine/core'
import { templateUses } from '@muster/contract/messages/templates.api'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FormStack } from '../../../ui/FormField.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import shared from '../../../ui/shared.module.css'
import { useMessageActs } from '../data/use-message-acts.ts'
import { useMessagePage } from '../flow/message-context.ts'
import classes from './TemplateChooser.module.css'

export function ApplyTemplate({ onApplied, onClose }: { onApplied(): void; onClose(): void }) {
  const { t } = useTranslation(['messages', 'common'])
  const { teamId, message } = useMessagePage()
  const acts = useMessageActs(teamId)
  const [chosen, setChosen] = useState<number | null>(null)
  const [isBusy, setBusy] = useState(false)
  const query = { status: 'PUBLISHED' as const, deliveryMethodId: message.deliveryMethodId }
  const { data, error, refetch } = useApi(api.messageTemplates.list, { params: { teamId }, query })
  const fitting = data?.items.filter(({ usedFor }) =>
    (templateUses[usedFor] as readonly string[]).includes(message.contentTypeId),
  )
  const apply = async () => {
    if (chosen === null) return
    setBusy(true)
    const args = {
      params: { teamId, outgoingMessageId: message.id },
      body: { outgoingMessageTemplateId: chosen },
    }
    const applied = await acts.performOnMessage(
      api.messages.applyTemplate,
      args,
      'applyTemplate',
      'templateApplied',
    )
    setBusy(false)
    if (!applied) return
    onApplied()
    onClose()
  }
  return (
    <Dialog title={t('messages:content.applyTemplate')} onClose={onClose} width={560}>
      {error && !data ? (
        <ErrorState error={error} title={t('messages:failed.getTemplates')} onRetry={refetch} />
      ) : !fitting ? (
        <FormSkeleton rowCount={2} />
      ) : fitting.length === 0 ? (
        <EmptyState glyph="template" title={t('messages:chooser.none')} />
      ) : (
        <FormStack>
          <p className={shared.note}>{t('messages:chooser.replaces')}</p>
          <fieldset className={classes.chooser} aria-label={t('messages:chooser.templates')}>
            {fitting.map(({ id, internalName, internalDescription }) => (
              <label key={id} className={classes.choice} data-chosen={chosen === id || undefined}>
                <input type="radio" name="template" checked={chosen === id} onChange={() => setChosen(id)} />
                <span className={classes.texts}>
                  <span className={classes.title}>{internalName}</span>
                  {internalDescription && <span className={classes.text}>{internalDescription}</span>}
                </span>
              </label>
            ))}
          </fieldset>
          <div className={shared.actions}>
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button disabled={chosen === null} loading={isBusy} onClick={() => void apply()}>
              {t('messages:content.applyTemplate')}
            </Button>
          </div>
        </FormStack>
      )}
    </Dialog>
  )
}
