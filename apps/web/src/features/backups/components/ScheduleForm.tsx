/** When backups are made, and how many are kept. */
import { Fieldset, NativeSelect, NumberInput, Select } from '@mantine/core'
import { backupSchedules } from '@muster/contract/backups/backups.schema'
import type { SystemSettings } from '@muster/contract/sysAdmin/settings.schema'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { hourOptions } from '../../../lib/clock.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { FormStack } from '../../../ui/FormField.tsx'

export function ScheduleForm({
  values,
  set,
}: {
  values: SystemSettings
  set(change: Partial<SystemSettings>): void
}) {
  const { t } = useTranslation('backups')
  const names = useTimeNames()
  const { backupSchedule, backupHour, backupWeekday, backupTimeZone, backupsKept } = values
  return (
    <Fieldset legend={t('schedule.title')}>
      <FormStack>
        <NativeSelect
          label={t('schedule.often')}
          value={backupSchedule}
          data={backupSchedules.map((value) => ({ value, label: t(`schedule.${value}`) }))}
          onChange={({ currentTarget: { value } }) => {
            const chosen = backupSchedules.find((one) => one === value)
            if (chosen) set({ backupSchedule: chosen })
          }}
        />
        {backupSchedule === 'weekly' && (
          <NativeSelect
            label={t('schedule.weekday')}
            value={backupWeekday}
            data={names.weekdays}
            onChange={({ currentTarget: { value } }) => set({ backupWeekday: Number(value) })}
          />
        )}
        {backupSchedule !== 'off' && (
          <>
            <NativeSelect
              label={t('schedule.hour')}
              description={t('schedule.hourHelp')}
              value={backupHour}
              data={names.hours}
              onChange={({ currentTarget: { value } }) => set({ backupHour: Number(value) })}
            />
            <Select
              label={t('schedule.timeZone')}
              searchable
              allowDeselect={false}
              data={[...new Set(['UTC', backupTimeZone, ...Intl.supportedValuesOf('timeZone')])]}
              limit={50}
              value={backupTimeZone}
              onChange={(value) => value && set({ backupTimeZone: value })}
            />
          </>
        )}
        <NumberInput
          label={t('schedule.kept')}
          description={t('schedule.keptHelp')}
          min={1}
          max={365}
          allowDecimal={false}
          clampBehavior="blur"
          value={backupsKept}
          onChange={(value) => typeof value === 'number' && set({ backupsKept: value })}
        />
      </FormStack>
    </Fieldset>
  )
}

/** The days of the week and the hours of the day as the reader writes them. */
function useTimeNames() {
  const { language, firstDayOfWeek } = useFormat()
  return useMemo(() => {
    const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
    const hour = new Intl.DateTimeFormat(language, {
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'UTC',
      ...hourOptions(),
    })
    return {
      weekdays: Array.from({ length: 7 }, (_, at) => (firstDayOfWeek + at) % 7).map((day) => ({
        value: String(day),
        // The 4th of January 1970 was a Sunday.
        label: weekday.format(Date.UTC(1970, 0, 4 + day)),
      })),
      hours: Array.from({ length: 24 }, (_, at) => ({
        value: String(at),
        label: hour.format(Date.UTC(1970, 0, 4, at)),
      })),
    }
  }, [language, firstDayOfWeek])
}
