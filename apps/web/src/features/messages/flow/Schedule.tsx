/** …/schedule: when the message is sent, and the button that sends it. */
import { Button, Radio, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import shared from '../../../ui/shared.module.css'
import { instantAt, wallOf, zoneName } from '../../fields/public.ts'
import { Facts } from '../components/Facts.tsx'
import { Moment } from '../components/Moment.tsx'
import { useUpdate } from '../data/use-update.ts'
import { ApprovalActions } from './ApprovalActions.tsx'
import { FinalSheet } from './FinalSheet.tsx'
import { isFrozen } from './form-steps.ts'
import { useMessagePage } from './message-context.ts'
import { Problems } from './Problems.tsx'
import classes from './Schedule.module.css'
import { StepFrame } from './StepFrame.tsx'
import { useEditing } from './ViewMode.tsx'

export function Schedule() {
  const { t } = useTranslation('messages')
  const { teamId, message, base } = useMessagePage()
  const { isEditing, note } = useEditing()
  const format = useFormat()
  const save = useUpdate(teamId, message)
  const [isLater, setLater] = useState(false)
  const [wall, setWall] = useState(() => nextMorning(format.timeZone))
  const [problem, setProblem] = useState<string | null>(null)
  const [sheet, setSheet] = useState<{ scheduledAt: string | null } | null>(null)
  const may = (event: (typeof message.mayDo)[number]) => message.mayDo.includes(event)
  const mayChoose = may('start') || may('schedule')
  const isBlocked = message.problems.some(({ isBlocking }) => isBlocking)

  const proceed = async () => {
    const scheduledAt = isLater ? instantAt(wall.day, wall.time, format.timeZone) : null
    if (scheduledAt !== null && !(Date.parse(scheduledAt) > Date.now())) return setProblem(t('schedule.past'))
    if (await save.flush()) setSheet({ scheduledAt })
  }
  const facts = (
    <Facts
      facts={[
        { label: t('column.scheduledAt'), value: message.scheduledAt && <Moment at={message.scheduledAt} /> },
        { label: t('schedule.window'), value: message.window && t('schedule.windowOf', message.window) },
        { label: t('summary.started'), value: message.startedAt && <Moment at={message.startedAt} /> },
        { label: t('column.sentAt'), value: message.sentAt && <Moment at={message.sentAt} /> },
      ]}
    />
  )
  const action = (
    <>
      <ApprovalActions flush={save.flush} />
      {mayChoose && (
        <Button
          disabled={isBlocked || (isLater ? !may('schedule') : !may('start'))}
          onClick={() => void proceed()}
        >
          {isLater ? t('schedule.schedule') : t('schedule.sendNow')}
        </Button>
      )}
    </>
  )
  return (
    <StepFrame step="UPDATE_SCHEDULE" action={action} {...(isEditing ? { save } : {})}>
      {note}
      <div className={shared.stack16}>
        {!isFrozen(message) && <Problems problems={message.problems} base={base} />}
        {message.requiresApproval && message.status === 'DRAFT' && (
          <p className={shared.note}>{t('schedule.requiresApproval')}</p>
        )}
        {mayChoose ? (
          <Radio.Group
            label={t('schedule.when')}
            value={isLater ? 'later' : 'now'}
            onChange={(value) => {
              setLater(value === 'later')
              setProblem(null)
            }}
          >
            <div className={classes.choices}>
              <Radio value="now" label={t('schedule.now')} />
              <Radio value="later" label={t('schedule.later')} />
            </div>
          </Radio.Group>
        ) : (
          facts
        )}
        {mayChoose && isLater && (
          <div className={classes.moment}>
            <TextInput
              type="date"
              label={t('schedule.day')}
              value={wall.day}
              min={wallOf(new Date().toISOString(), format.timeZone).day}
              error={problem}
              onChange={(event) => {
                setWall({ ...wall, day: event.currentTarget.value })
                setProblem(null)
              }}
            />
            <TextInput
              type="time"
              label={t('schedule.time')}
              description={t('schedule.zone', {
                zone: format.timeZone,
                name: zoneName(new Date().toISOString(), format.language, format.timeZone),
              })}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              value={wall.time}
              onChange={(event) => {
                setWall({ ...wall, time: event.currentTarget.value })
                setProblem(null)
              }}
            />
          </div>
        )}
        {isEditing && <SendWindow save={save} />}
      </div>
      {sheet && <FinalSheet scheduledAt={sheet.scheduledAt} onClose={() => setSheet(null)} />}
    </StepFrame>
  )
}

/** Tomorrow at nine, as most people would have chosen. */
function nextMorning(timeZone: string): { day: string; time: string } {
  const dayMs = 86_400_000
  return { day: wallOf(new Date(Date.now() + dayMs).toISOString(), timeZone).day, time: '09:00' }
}

const usualWindow = { from: '08:00', to: '20:00' }

/** The hours of the day in which the message is handed over. */
function SendWindow({ save }: { save: ReturnType<typeof useUpdate> }) {
  const { t } = useTranslation('messages')
  const { message } = useMessagePage()
  const [window, setWindow] = useState(message.window)
  const set = (next: typeof window) => {
    setWindow(next)
    if (next === null || (next.from !== '' && next.to !== '')) save.add({ window: next })
  }
  return (
    <div className={shared.stack8}>
      <Switch
        label={t('schedule.window')}
        description={t('schedule.windowHelp')}
        checked={window !== null}
        onChange={(event) => set(event.currentTarget.checked ? usualWindow : null)}
      />
      {window && (
        <div className={classes.moment}>
          <TextInput
            type="time"
            label={t('schedule.from')}
            error={save.errors.window}
            value={window.from}
            onChange={(event) => set({ ...window, from: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            label={t('schedule.to')}
            value={window.to}
            onChange={(event) => set({ ...window, to: event.currentTarget.value })}
          />
        </div>
      )}
    </div>
  )
}
