/** …/summary: where the message stands, what can be done about it, and what happened to it. */
import { Navigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import shared from '../../../ui/shared.module.css'
import { Facts } from '../components/Facts.tsx'
import { Moment } from '../components/Moment.tsx'
import { senderName, useSenders } from '../data/use-choices.ts'
import { useMessageActs } from '../data/use-message-acts.ts'
import { inState } from '../lists/counts.ts'
import { Progress } from '../lists/Progress.tsx'
import { FollowUps } from '../stats/FollowUps.tsx'
import { ApprovalActions } from './ApprovalActions.tsx'
import { isFrozen } from './form-steps.ts'
import { History } from './History.tsx'
import { useMessagePage } from './message-context.ts'
import { Problems } from './Problems.tsx'
import classes from './Summary.module.css'

export function Summary() {
  const { t } = useTranslation('messages')
  const { teamId, message, base } = useMessagePage()
  const sender = useSenders(teamId, message.deliveryMethodId)?.find(({ id }) => id === message.senderId)
  if (message.status === 'DRAFT') return <Navigate to={`${base}/details` as string} replace />
  const { approval } = message
  return (
    <PageBody isWide>
      <div className={classes.summary}>
        <State />
        {!isFrozen(message) && <Problems problems={message.problems} base={base} />}
        {isFrozen(message) && <Counts />}
        <section className={shared.stack8}>
          <h2 className={classes.heading}>{t('tab.details')}</h2>
          <Facts
            facts={[
              { label: t('content.subjectLine'), value: message.subjectLine },
              { label: t('details.sender'), value: sender && senderName(sender) },
              {
                label: t('column.type'),
                value: t('typeOf', {
                  method: t(`method.${message.deliveryMethodId}`),
                  type: t(`type.${message.contentTypeId}`),
                }),
              },
              { label: t('column.ownedBy'), value: message.ownedBy?.name },
              {
                label: t('summary.approval'),
                value:
                  approval &&
                  t('summary.approvedBy', { name: approval.by?.name ?? '', count: approval.recipientCount }),
              },
              { label: t('column.createdAt'), value: <Moment at={message.createdAt} /> },
              {
                label: t('column.scheduledAt'),
                value: message.scheduledAt && <Moment at={message.scheduledAt} />,
              },
              { label: t('summary.started'), value: message.startedAt && <Moment at={message.startedAt} /> },
              { label: t('column.sentAt'), value: message.sentAt && <Moment at={message.sentAt} /> },
              { label: t('details.internalDescription'), value: message.internalDescription },
            ]}
          />
        </section>
        <section className={shared.stack8}>
          <h2 className={classes.heading}>{t('summary.history')}</h2>
          <History />
        </section>
      </div>
    </PageBody>
  )
}

/** One sentence about the status, with its buttons. */
function State() {
  const { t } = useTranslation('messages')
  const format = useFormat()
  const { teamId, message } = useMessagePage()
  const acts = useMessageActs(teamId)
  const may = (event: (typeof message.mayDo)[number]) => message.mayDo.includes(event)
  const { status, pausedAt, pauseReason, scheduledAt } = message
  if (status === 'DRAFT') return null
  const text =
    status === 'SENDING' && pausedAt !== null
      ? t(`pause.${pauseReason ?? 'person'}`)
      : t(`summary.state.${status}`, { at: scheduledAt === null ? '' : format.dateTime(scheduledAt) })
  return (
    <section className={classes.state} aria-label={t('column.status')}>
      <p>{text}</p>
      {(status === 'SENDING' || status === 'ERROR_SENDING') && <Progress counts={message.counts} />}
      <div className={shared.wrapRow12}>
        <ApprovalActions />
        {may('unschedule') && (
          <BusyButton variant="default" onClick={() => acts.unschedule(message)}>
            {t('act.unschedule')}
          </BusyButton>
        )}
        {may('pause') && pausedAt === null && (
          <BusyButton variant="default" onClick={() => acts.pause(message)}>
            {t('act.pause')}
          </BusyButton>
        )}
        {may('resume') && (pausedAt !== null || status === 'ERROR_SENDING') && (
          <BusyButton onClick={() => acts.resume(message)}>{t('act.resume')}</BusyButton>
        )}
        <FollowUps message={message} />
      </div>
    </section>
  )
}

const shownStates = ['accepted', 'waiting', 'failed', 'in_doubt', 'cancelled', 'excluded'] as const

function Counts() {
  const { t } = useTranslation('messages')
  const format = useFormat()
  const { teamId, message } = useMessagePage()
  const acts = useMessageActs(teamId)
  const { counts } = message
  const doubts = inState(counts, 'in_doubt')
  const of = (state: (typeof shownStates)[number]) =>
    state === 'waiting' ? inState(counts, 'waiting', 'claimed', 'handing') : inState(counts, state)
  return (
    <section className={shared.stack12} aria-label={t('tab.recipients')}>
      <dl className={classes.counts}>
        {shownStates
          .filter((state) => state === 'accepted' || of(state) > 0)
          .map((state) => (
            <div key={state}>
              <dt>{t(`state.${state}`)}</dt>
              <dd>{format.number(of(state))}</dd>
            </div>
          ))}
      </dl>
      {doubts > 0 && message.mayDo.length > 0 && (
        <div className={classes.doubts}>
          <p>{t('doubts.text', { count: doubts, number: format.number(doubts) })}</p>
          <div className={shared.wrapRow12}>
            <BusyButton
              size="xs"
              variant="default"
              onClick={() => acts.resolveDoubts(message, 'sent', doubts)}
            >
              {t('doubts.sent')}
            </BusyButton>
            <BusyButton
              size="xs"
              variant="default"
              onClick={() => acts.resolveDoubts(message, 'again', doubts)}
            >
              {t('doubts.again')}
            </BusyButton>
          </div>
        </div>
      )}
    </section>
  )
}
