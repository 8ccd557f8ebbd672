/** The body of a step, above the footer that leads through the steps (spec section 2). */
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { SaveState } from '../../../ui/SaveState.tsx'
import type { Update } from '../data/use-update.ts'
import { type FormStep, formSteps, isFrozen } from './form-steps.ts'
import { useMessagePage } from './message-context.ts'
import classes from './StepFrame.module.css'

export function StepFrame({
  step,
  save,
  isWide = false,
  action,
  children,
}: {
  step: FormStep
  /** What is saved before the step is left. */
  save?: Pick<Update, 'state' | 'flush'>
  isWide?: boolean
  /** In place of Next, on the last step. */
  action?: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation('messages')
  const { teamId, message, base } = useMessagePage()
  const navigate = useNavigate()
  const { back, next } = formSteps[step]
  const go = async (to: string) => {
    if (save && !(await save.flush())) return
    void navigate({ to })
  }
  return (
    <div className={classes.frame}>
      <PageBody isWide={isWide}>{children}</PageBody>
      {!isFrozen(message) && (
        <StepFooter
          save={save}
          onBack={() => go(back ? `${base}/${back}` : `/team-${teamId}/outgoing-messages/drafts`)}
        >
          {next === null
            ? action
            : (next === 'content' || next === 'recipients' || next === 'schedule') && (
                <BusyButton onClick={() => go(`${base}/${next}`)}>{t(`next.${next}`)}</BusyButton>
              )}
        </StepFooter>
      )}
    </div>
  )
}

export function StepFooter({
  save,
  onBack,
  children,
}: {
  save?: Pick<Update, 'state' | 'flush'> | undefined
  onBack(): unknown
  children: ReactNode
}) {
  const { t } = useTranslation('messages')
  return (
    <footer className={classes.footer}>
      <Button variant="default" onClick={() => void onBack()}>
        {t('back')}
      </Button>
      <span className={classes.rest}>
        {save && <SaveState state={save.state} onRetry={() => void save.flush()} />}
        {children}
      </span>
    </footer>
  )
}
