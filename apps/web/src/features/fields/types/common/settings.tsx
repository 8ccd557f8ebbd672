/**
 * The settings form of a type as a list of controls:
 *
 *   export const Settings = settingsForm<S>([number('min'), choice('displayFormat', ['grouped', 'plain'])])
 *
 * Labels are `fields:settings.<key>`, helps `fields:settingsHelp.<key>`, options `fields:options.<key>.<option>`.
 */
import { Checkbox, NativeSelect, Switch, TextInput } from '@mantine/core'
import { fileKinds } from '@muster/contract/fields/families'
import { isDay } from '@muster/contract/fields/time/calendar'
import { readDay } from '@muster/contract/fields/time/date-time'
import { toNumber } from '@muster/contract/fields/types/common/decimal'
import { readNumber, writeNumber } from '@muster/contract/fields/types/common/numbers'
import { type ComponentType, useState } from 'react'
import { CountrySelect, CurrencySelect } from '../../../../ui/CodeSelect.tsx'
import type { FieldContext } from '../../field-context.ts'
import type { SettingsProps } from '../definition.ts'
import { writeDay } from './days.ts'
import classes from './settings.module.css'

export interface ControlOf {
  key: string
  Control: ComponentType<ControlProps>
  /** The key of its help, where types mean different things by one setting. */
  help?: string
  isWide?: boolean
  /** What the control needs besides the value. */
  options?: ControlOptions
}

interface ControlOptions {
  isInteger?: boolean
  /** The value of an emptied number; null if absent. */
  whenEmpty?: number
  choices?: readonly string[]
}

export interface ControlProps {
  name: string
  value: unknown
  onChange(value: unknown): void
  label: string
  help: string | undefined
  error: string | undefined
  context: FieldContext
  isExisting: boolean
  options: ControlOptions
}

const noOptions: ControlOptions = {}

function SettingsForm<S>({
  settings,
  onChange,
  errors,
  context,
  isExisting,
  controls,
}: SettingsProps<S> & { controls: readonly ControlOf[] }) {
  const { t } = context
  return (
    <div className={classes.grid}>
      {controls.map(({ key, help = key, isWide, Control, options = noOptions }) => (
        <div key={key} className={isWide ? classes.wide : undefined}>
          <Control
            name={key}
            value={(settings as Record<string, unknown>)[key]}
            onChange={(value) => onChange({ ...settings, [key]: value })}
            label={t(`fields:settings.${key}` as 'fields:settings.min')}
            help={
              t(`fields:settingsHelp.${help}` as 'fields:settingsHelp.pattern', { defaultValue: '' }) ||
              undefined
            }
            error={errors[key]}
            context={context}
            isExisting={isExisting}
            options={options}
          />
        </div>
      ))}
    </div>
  )
}

/** No settings. */
/** The `Settings` component of a type whose settings are these controls; called once, when the module loads. */
export const settingsForm =
  <S,>(controls: readonly ControlOf[]) =>
  (props: SettingsProps<S>) => <SettingsForm {...props} controls={controls} />

export function NoSettings() {
  return null
}

/** A number or nothing; text that is not a number stays and is marked. */
export const number = (
  key: string,
  options: Pick<ControlOptions, 'isInteger' | 'whenEmpty'> = {},
): ControlOf => ({
  key,
  Control: NumberControl,
  options,
})
export const flag = (key: string): ControlOf => ({ key, Control: FlagControl, isWide: true })
export const choice = (key: string, choices: readonly string[]): ControlOf => ({
  key,
  Control: ChoiceControl,
  options: { choices },
})
/** A text; empty is null. */
export const text = (key: string): ControlOf => ({ key, Control: TextControl, isWide: true })
export const day = (key: string): ControlOf => ({ key, Control: DayControl })
/** An ISO 3166 country, or the team's. */
export const country = (key: string, help?: string): ControlOf => ({
  key,
  Control: CountryControl,
  ...(help && { help }),
})
/** An ISO 4217 currency, or any. */
export const currency = (key: string): ControlOf => ({ key, Control: CurrencyControl })
/** Kinds of files; none chosen means all. */
export const kinds = (key: string): ControlOf => ({ key, Control: KindsControl, isWide: true })

const order = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[]

/** Help is shown below its input, an error in its place. */
export const helpOrError = (help: string | undefined, error: string | undefined) => ({
  description: error ? undefined : help,
  error,
  inputWrapperOrder: order,
})

function NumberControl({ value, onChange, label, help, error, context, options }: ControlProps) {
  const { language } = context.format
  const shown = typeof value === 'number' ? writeNumber(value, language) : ''
  const [typed, setTyped] = useState(shown)
  const [isBad, setBad] = useState(false)
  return (
    <TextInput
      label={label}
      {...helpOrError(help, isBad ? context.t('errors:field.not_a_number') : error)}
      inputMode={options.isInteger ? 'numeric' : 'decimal'}
      value={typed}
      onChange={(event) => {
        const next = event.currentTarget.value
        setTyped(next)
        const read = readNumber(next, language)
        const number = next.trim() === '' ? (options.whenEmpty ?? null) : read ? toNumber(read) : undefined
        const isWrong =
          number === undefined || (options.isInteger === true && number !== null && !Number.isInteger(number))
        setBad(isWrong)
        if (!isWrong) onChange(number)
      }}
      onBlur={() => {
        if (!isBad) setTyped(shown)
      }}
    />
  )
}

function FlagControl({ value, onChange, label, help, error }: ControlProps) {
  return (
    <Switch
      label={label}
      description={error ? undefined : help}
      error={error}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

function ChoiceControl({ name, value, onChange, label, help, error, context, options }: ControlProps) {
  return (
    <NativeSelect
      label={label}
      {...helpOrError(help, error)}
      value={String(value)}
      data={(options.choices ?? []).map((option) => ({
        value: option,
        label: context.t(`fields:options.${name}.${option}` as 'fields:options.displayFormat.grouped'),
      }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function TextControl({ value, onChange, label, help, error }: ControlProps) {
  return (
    <TextInput
      label={label}
      {...helpOrError(help, error)}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
    />
  )
}

function DayControl({ value, onChange, label, help, error, context }: ControlProps) {
  const shown = typeof value === 'string' && isDay(value) ? writeDay(value, context.format.language) : ''
  const [typed, setTyped] = useState(shown)
  const [isBad, setBad] = useState(false)
  return (
    <TextInput
      label={label}
      {...helpOrError(help, isBad ? context.t('errors:field.not_a_date') : error)}
      value={typed}
      placeholder={context.t('fields:date.placeholder')}
      onChange={(event) => {
        const next = event.currentTarget.value
        setTyped(next)
        const read = readDay(next.trim(), context.text)
        setBad(next.trim() !== '' && !read.ok)
        if (next.trim() === '') onChange(null)
        else if (read.ok) onChange(read.value)
      }}
      onBlur={() => {
        if (!isBad) setTyped(shown)
      }}
    />
  )
}

function CountryControl({ value, onChange, label, help, error, context }: ControlProps) {
  return (
    <CountrySelect
      label={label}
      {...helpOrError(help, error)}
      value={typeof value === 'string' ? value : null}
      emptyLabel={context.t('fields:settings.teamCountry')}
      onChange={onChange}
    />
  )
}

function CurrencyControl({ value, onChange, label, help, error, context }: ControlProps) {
  return (
    <CurrencySelect
      label={label}
      {...helpOrError(help, error)}
      value={typeof value === 'string' ? value : null}
      emptyLabel={context.t('fields:settings.anyCurrency')}
      onChange={onChange}
    />
  )
}

function KindsControl({ value, onChange, label, help, error, context }: ControlProps) {
  return (
    <Checkbox.Group
      label={label}
      {...helpOrError(help, error)}
      value={Array.isArray(value) ? value : []}
      onChange={onChange}
    >
      <div className={classes.kinds}>
        {fileKinds.map((kind) => (
          <Checkbox key={kind} value={kind} label={context.t(`dataTypes:fileKinds.${kind}`)} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
