/** A linked data field: whether people fill it in, and how it appears or what it is set to. */
import { Collapse, SegmentedControl, Switch, TextInput } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { LinkedField } from '@muster/contract/wizards/tasks/definition'
import type { Variable } from '@muster/contract/wizards/variables'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { WidthSelect } from '../../../fields/public.ts'
import { ValueSource } from '../../tasks/common/ValueSource.tsx'
import { OtherLanguages, otherLanguages } from '../OtherLanguages.tsx'
import { useWizardPage } from '../wizard-context.ts'
import classes from './LinkedDataFields.module.css'

export function LinkedFieldRow({
  entry,
  field,
  title,
  error,
  valueError,
  variables,
  remove,
  onChange,
}: {
  entry: LinkedField
  /** Undefined: it is gone. */
  field: DataField | undefined
  title: string
  error: string | undefined
  valueError: string | undefined
  variables: readonly Variable[]
  remove: ReactNode
  onChange(change: Partial<LinkedField>): void
}) {
  const { t } = useTranslation(['wizards', 'common'])
  const { wizard } = useWizardPage()
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  const asks = entry.mode === 'ask'
  const isRequired = field?.isRequired || entry.isRequired
  const wrong = error ?? (isOpen ? undefined : valueError)
  return (
    <div className={classes.field}>
      <div className={classes.head}>
        <span className={classes.title}>
          {title}
          {asks && isRequired && <span className={classes.required}>{t('common:required')}</span>}
        </span>
        <SegmentedControl
          size="xs"
          aria-label={t('wizards:linked.modeOf', { field: title })}
          value={entry.mode}
          data={[
            { value: 'ask', label: t('wizards:linked.ask') },
            { value: 'set', label: t('wizards:linked.set') },
          ]}
          onChange={(mode) => {
            onChange({ mode: mode === 'set' ? 'set' : 'ask' })
            if (mode === 'set') setOpen(true)
          }}
        />
        <IconButton
          glyph={isOpen ? 'chevronUp' : 'settings'}
          label={t('wizards:linked.settingsOf', { field: title })}
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
        />
        {remove}
      </div>
      {wrong && <p className={classes.error}>{wrong}</p>}
      <Collapse id={panel} expanded={isOpen}>
        <div className={classes.settings}>
          {field && (
            <ValueSource
              label={asks ? t('wizards:linked.startValue') : t('wizards:linked.setValue')}
              help={asks ? t('wizards:linked.startValueHelp') : t('wizards:linked.setValueHelp')}
              error={valueError}
              field={field}
              variables={variables}
              value={entry.value}
              onChange={(value) => onChange({ value })}
            />
          )}
          {asks && (
            <>
              <WidthSelect
                label={t('wizards:linked.width')}
                none={t('wizards:linked.ownWidth')}
                value={entry.displayWidth}
                onChange={(displayWidth) => onChange({ displayWidth })}
              />
              <TextInput
                label={t('wizards:linked.label')}
                description={t('wizards:linked.labelHelp')}
                placeholder={title}
                value={entry.label}
                maxLength={200}
                onChange={(event) => onChange({ label: event.currentTarget.value })}
              />
              <TextInput
                label={t('wizards:settings.helpText')}
                placeholder={field?.helpText ?? ''}
                value={entry.helpText}
                maxLength={500}
                onChange={(event) => onChange({ helpText: event.currentTarget.value })}
              />
              <Switch
                label={t('wizards:settings.isRequired')}
                description={field?.isRequired ? t('wizards:linked.alwaysRequired') : undefined}
                checked={isRequired}
                disabled={field?.isRequired ?? false}
                onChange={(event) => onChange({ isRequired: event.currentTarget.checked })}
              />
              <Switch
                label={t('wizards:settings.mayPrefill')}
                description={t('wizards:linked.mayPrefillHelp', { name: field?.columnName ?? '' })}
                checked={entry.mayPrefill}
                onChange={(event) => onChange({ mayPrefill: event.currentTarget.checked })}
              />
              <OtherLanguages
                languages={otherLanguages(wizard)}
                texts={[
                  {
                    label: t('wizards:linked.label'),
                    kind: 'line',
                    text: entry.label,
                    value: entry.labelTranslations,
                    maxLength: 200,
                    onChange: (labelTranslations) => onChange({ labelTranslations }),
                  },
                  {
                    label: t('wizards:settings.helpText'),
                    kind: 'line',
                    text: entry.helpText,
                    value: entry.helpTextTranslations,
                    maxLength: 500,
                    onChange: (helpTextTranslations) => onChange({ helpTextTranslations }),
                  },
                ]}
              />
            </>
          )}
        </div>
      </Collapse>
    </div>
  )
}
