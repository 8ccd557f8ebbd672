/** …/recipients: who gets the message, and after it was sent who got it. */

import type { Audience } from '@muster/contract/messages/audience'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageBody } from '../../../ui/Page.tsx'
import shared from '../../../ui/shared.module.css'
import { AddressFields } from '../audience/AddressFields.tsx'
import classes from '../audience/audience.module.css'
import { Preflight } from '../audience/Preflight.tsx'
import { SourceList } from '../audience/SourceList.tsx'
import { useUpdate } from '../data/use-update.ts'
import { Ledger } from '../recipients/Ledger.tsx'
import { isFrozen } from './form-steps.ts'
import { useMessagePage } from './message-context.ts'
import { StepFrame } from './StepFrame.tsx'
import { useEditing } from './ViewMode.tsx'

export function Recipients() {
  const { message } = useMessagePage()
  if (isFrozen(message))
    return (
      <PageBody isWide>
        <Ledger />
      </PageBody>
    )
  return <Rule />
}

function Rule() {
  const { t } = useTranslation('messages')
  const { teamId, message } = useMessagePage()
  const { isEditing, note } = useEditing()
  const save = useUpdate(teamId, message)
  const [audience, setAudience] = useState(message.audience)
  const set = (change: Partial<Audience>) => {
    const next = { ...audience, ...change }
    setAudience(next)
    save.add({ audience: next })
  }
  const shown = isEditing ? audience : message.audience
  return (
    <StepFrame step="UPDATE_RECIPIENTS" isWide {...(isEditing ? { save } : {})}>
      {note}
      <div className={classes.columns}>
        <div className={classes.rule}>
          {save.errors.audience && (
            <p className={shared.error} role="alert">
              {save.errors.audience}
            </p>
          )}
          <SourceList
            title={t('audience.include')}
            none={t('audience.noneIncluded')}
            addLabel={t('audience.add')}
            sources={shown.include}
            onChange={isEditing ? (include) => set({ include }) : undefined}
          />
          <SourceList
            title={t('audience.exclude')}
            none={t('audience.noneExcluded')}
            addLabel={t('audience.addExcluded')}
            sources={shown.exclude}
            onChange={isEditing ? (exclude) => set({ exclude }) : undefined}
          />
          <AddressFields
            method={message.deliveryMethodId}
            audience={shown}
            onChange={isEditing ? set : undefined}
          />
        </div>
        <Preflight isSaving={isEditing && save.state === 'saving'} />
      </div>
    </StepFrame>
  )
}
