/** Inputs that several blocks share. */
import { ColorInput, Input, NumberInput, SegmentedControl, Switch } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../../../ui/FormSection.tsx'
import { useEditorContext } from '../editor-context.ts'

const swatches = ['#18181b', '#ffffff', '#f4f4f5', '#4338ca', '#0f766e', '#15803d', '#b91c1c', '#b45309']
const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** @param inherited what applies where the block has none of its own */
export function ColorField({
  label,
  value,
  inherited,
  onChange,
}: {
  label: string
  value: string | null
  inherited?: string
  onChange: (value: string | null) => void
}) {
  const { t } = useTranslation('messageEditor')
  const { isDisabled } = useEditorContext()
  return (
    <ColorInput
      label={label}
      value={value ?? ''}
      format="hex"
      swatches={swatches}
      placeholder={inherited}
      disabled={isDisabled}
      eyeDropperButtonProps={{ 'aria-label': t('pickColor', { name: label }) }}
      onChange={(next) => {
        if (next === '' && inherited !== undefined) onChange(null)
        else if (isColor(next)) onChange(next.toLowerCase())
      }}
    />
  )
}

export function NumberField({
  label,
  value,
  min,
  max,
  suffix = ' px',
  onChange,
}: {
  label: string
  value: number | null
  min: number
  max: number
  suffix?: string
  onChange: (value: number | null) => void
}) {
  const { isDisabled } = useEditorContext()
  return (
    <NumberInput
      label={label}
      value={value ?? ''}
      min={min}
      max={max}
      suffix={suffix}
      allowDecimal={false}
      clampBehavior="blur"
      disabled={isDisabled}
      onChange={(next) => {
        if (next === '') onChange(null)
        else if (typeof next === 'number' && next >= min && next <= max) onChange(next)
      }}
    />
  )
}

/** One of a few words. */
export function WordChoice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}) {
  const id = useId()
  const { isDisabled } = useEditorContext()
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }}>
      <SegmentedControl
        aria-labelledby={id}
        size="xs"
        fullWidth
        data={[...options]}
        value={value}
        disabled={isDisabled}
        onChange={(next) => onChange(next as Value)}
      />
    </Input.Wrapper>
  )
}

type Align = 'left' | 'center' | 'right'

export function AlignChoice({ value, onChange }: { value: Align; onChange: (value: Align) => void }) {
  const { t } = useTranslation('messageEditor')
  const options = (['left', 'center', 'right'] as const).map((one) => ({
    value: one,
    label: t(`align.${one}`),
  }))
  return <WordChoice label={t('align.label')} value={value} options={options} onChange={onChange} />
}

export function SwitchField({
  label,
  help,
  value,
  onChange,
}: {
  label: string
  help?: string
  value: boolean
  onChange: (value: boolean) => void
}) {
  const { isDisabled } = useEditorContext()
  return (
    <Switch
      label={label}
      checked={value}
      disabled={isDisabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
      {...(help ? { description: help } : {})}
    />
  )
}

interface Box {
  paddingTop: number
  paddingBottom: number
  backgroundColor: string | null
}

/** The space around a block and what is behind it. */
export function BoxFields({
  settings,
  set,
}: {
  settings: Box
  set: (change: Partial<Box>, of?: string) => void
}) {
  const { t } = useTranslation('messageEditor')
  const { look } = useEditorContext()
  return (
    <FormSection title={t('box.title')}>
      <NumberField
        label={t('box.top')}
        value={settings.paddingTop}
        min={0}
        max={100}
        onChange={(paddingTop) => set({ paddingTop: paddingTop ?? 0 }, 'paddingTop')}
      />
      <NumberField
        label={t('box.bottom')}
        value={settings.paddingBottom}
        min={0}
        max={100}
        onChange={(paddingBottom) => set({ paddingBottom: paddingBottom ?? 0 }, 'paddingBottom')}
      />
      <ColorField
        label={t('box.background')}
        value={settings.backgroundColor}
        inherited={look.contentColor}
        onChange={(backgroundColor) => set({ backgroundColor }, 'backgroundColor')}
      />
    </FormSection>
  )
}
