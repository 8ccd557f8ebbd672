import { TimePicker } from '@mantine/dates'
import { fieldTypes } from '@muster/contract/fields/types/index'
import { hasTwelveHours } from '../../../../lib/clock.ts'
import { CalendarButton } from '../common/Calendar.tsx'
import { instantAt, otherInstantOf, wallOf, writeDay, writeTime, zoneName } from '../common/days.ts'
import classes from '../common/Entry.module.css'
import { TextEntry } from '../common/TextEntry.tsx'
import type { EditorProps } from '../definition.ts'
import type { DateTimeSettings } from './Settings.tsx'

export const inputs = 'text'

/** Typed and picked as the clocks of the team's zone show it; stored as an instant. */
export function Editor(props: EditorProps<string, DateTimeSettings>) {
  const { value, field, context, onChange } = props
  const { t, format } = context
  const { timeZone, language } = format
  const wall = value === null ? null : wallOf(value, timeZone)
  const set = (day: string, time: string) => onChange(instantAt(day, time, timeZone), { problem: null })
  const today = () => wallOf(new Date().toISOString(), timeZone).day
  const other = value === null || props.isCompact ? null : otherInstantOf(value, timeZone)
  const entry = (
    <TextEntry
      props={props}
      placeholder={t('fields:date.placeholderTime')}
      write={(instant) => {
        const written = fieldTypes.date_time.toText(instant, field.settings, context.text)
        // An hour that occurs twice is formatted in UTC and stays so.
        const [day = '', time] = written.split(' ')
        return time === undefined ? written : `${writeDay(day, language)} ${writeTime(time, language)}`
      }}
      rightSection={
        <CalendarButton
          day={wall?.day ?? null}
          context={context}
          onPick={(day) => set(day, wall?.time ?? '00:00:00')}
        >
          <div className={classes.time}>
            <TimePicker
              label={t('fields:date.time')}
              description={timeZone}
              withSeconds={field.settings.includeSeconds}
              format={hasTwelveHours(language) ? '12h' : '24h'}
              value={wall?.time ?? ''}
              hoursInputLabel={t('fields:date.hours')}
              minutesInputLabel={t('fields:date.minutes')}
              secondsInputLabel={t('fields:date.seconds')}
              amPmInputLabel={t('fields:date.amPm')}
              onChange={(time) => {
                if (time !== '') set(wall?.day ?? today(), time)
              }}
            />
          </div>
        </CalendarButton>
      }
    />
  )
  if (value === null || other === null) return entry
  return (
    <div>
      {entry}
      <p className={classes.note} role="status">
        {t('fields:date.twice', { zone: zoneName(value, language, timeZone) })}{' '}
        {!props.isReadOnly && (
          <button type="button" className={classes.inline} onClick={() => onChange(other, { problem: null })}>
            {t('fields:date.useOther', { zone: zoneName(other, language, timeZone) })}
          </button>
        )}
      </p>
    </div>
  )
}
