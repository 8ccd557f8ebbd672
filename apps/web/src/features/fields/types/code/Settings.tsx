import { Switch, TextInput } from '@mantine/core'
import type { SettingsOf } from '@muster/contract/fields/types/index'
import classes from '../common/settings.module.css'
import { number, settingsForm, text } from '../common/settings.tsx'
import type { SettingsProps } from '../definition.ts'

export type CodeSettings = SettingsOf<'code'>

const Form = settingsForm<CodeSettings>([
  number('maxLength', { isInteger: true, whenEmpty: 100 }),
  text('pattern'),
])

export function Settings(props: SettingsProps<CodeSettings>) {
  const { settings, onChange, context, errors } = props
  const { t } = context
  const { autoNumber } = settings
  const set = (change: Partial<{ prefix: string; digits: number }>) =>
    autoNumber && onChange({ ...settings, autoNumber: { ...autoNumber, ...change } })
  return (
    <>
      <Form {...props} />
      <div className={classes.grid}>
        <Switch
          className={classes.wide}
          label={t('fields:settings.autoNumber')}
          description={t('fields:settingsHelp.autoNumber')}
          checked={autoNumber !== null}
          onChange={(event) =>
            onChange({
              ...settings,
              autoNumber: event.currentTarget.checked ? { prefix: '', digits: 5 } : null,
            })
          }
        />
        {autoNumber && (
          <>
            <TextInput
              label={t('fields:settings.prefix')}
              value={autoNumber.prefix}
              error={errors.autoNumber}
              maxLength={20}
              onChange={(event) => set({ prefix: event.currentTarget.value.replace(/\s/g, '') })}
            />
            <TextInput
              label={t('fields:settings.digits')}
              value={String(autoNumber.digits)}
              inputMode="numeric"
              description={t('fields:settings.firstNumber', {
                code: `${autoNumber.prefix}${'1'.padStart(autoNumber.digits, '0')}`,
              })}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              onChange={(event) => {
                const digits = Number(event.currentTarget.value.replace(/\D/g, '').slice(-2))
                set({ digits: Math.min(12, Math.max(1, digits)) })
              }}
            />
          </>
        )}
      </div>
    </>
  )
}
