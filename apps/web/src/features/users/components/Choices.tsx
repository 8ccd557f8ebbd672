/** A person's choices for appearance and formats; each is saved when it is made. */
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { timeFormats, weekStarts } from '../../../lib/clock.ts'
import { colorSchemes } from '../../../lib/color-scheme.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { FormField } from '../../../ui/FormField.tsx'
import { SaveState, type SaveStateName } from '../../../ui/SaveState.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useTeamId } from '../../teams/public.ts'
import classes from '../screens/Preferences.module.css'
import { saveUserSettings, type UserSettings, useUserSettings } from '../user-settings.ts'

/** An afternoon time, which the two clocks write differently. */
const sample = new Date(Date.UTC(2026, 0, 1, 14, 5))

export function Choices() {
  const { t } = useTranslation(['users', 'common'])
  const { language } = useFormat()
  const settings = useUserSettings()
  const timeIn = (hourCycle: 'h12' | 'h23') =>
    new Intl.DateTimeFormat(language, {
      hour: 'numeric',
      minute: '2-digit',
      hourCycle,
      timeZone: 'UTC',
    }).format(sample)
  return (
    <>
      <Choice
        name="colorScheme"
        label={t('users:preferences.appearance')}
        help={t('users:preferences.appearanceHelp')}
        value={settings.colorScheme}
        data={colorSchemes.map((value) => ({ value, label: t(`common:colorScheme.${value}`) }))}
      />
      <Choice
        name="timeFormat"
        label={t('users:preferences.timeFormat')}
        help={t('users:preferences.timeFormatHelp')}
        value={settings.timeFormat}
        data={timeFormats.map((value) => ({
          value,
          label: value === 'auto' ? t('users:preferences.asLanguage') : timeIn(value),
        }))}
      />
      <Choice
        name="weekStart"
        label={t('users:preferences.weekStart')}
        help={t('users:preferences.weekStartHelp')}
        value={settings.weekStart}
        data={weekStarts.map((value) => ({
          value,
          label:
            value === 'auto' ? t('users:preferences.asLanguage') : t(`users:preferences.weekday.${value}`),
        }))}
      />
    </>
  )
}

function Choice<Name extends keyof UserSettings>({
  name,
  label,
  help,
  value,
  data,
}: {
  name: Name
  label: string
  help: string
  value: UserSettings[Name] & string
  data: { value: UserSettings[Name] & string; label: string }[]
}) {
  const { t } = useTranslation(['users'])
  const teamId = useTeamId()
  const [state, setState] = useState<SaveStateName>('idle')
  const save = async (chosen: string) => {
    setState('saving')
    try {
      await saveUserSettings(teamId, { [name]: chosen })
      setState('saved')
      toast.success(t('preferences.saved'))
    } catch (error) {
      console.error(error)
      setState('failed')
      toast.error(t('preferences.failed'))
    }
  }
  return (
    <div className={classes.line}>
      <FormField label={label} help={help}>
        {(control) => (
          <SegmentedControl
            {...control}
            aria-label={label}
            value={value}
            data={data}
            onChange={(chosen) => void save(chosen)}
          />
        )}
      </FormField>
      <SaveState state={state} onRetry={() => void save(value)} />
    </div>
  )
}
