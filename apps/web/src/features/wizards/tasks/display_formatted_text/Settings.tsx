import { Menu, Switch, TextInput } from '@mantine/core'
import type { TextSettings } from '@muster/contract/wizards/tasks/display_formatted_text'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../../ui/Glyph.tsx'
import { toast } from '../../../../ui/toasts.ts'
import { FieldInput, useFieldContext } from '../../../fields/public.ts'
import { OtherLanguages, otherLanguages } from '../../builder/OtherLanguages.tsx'
import { pseudoField } from '../../builder/pseudo-field.ts'
import { useWizardPage } from '../../builder/wizard-context.ts'
import type { TaskSettingsProps } from '../definition.ts'
import classes from './Settings.module.css'

export function Settings({ settings, set, errorOf, variables }: TaskSettingsProps<TextSettings>) {
  const { t } = useTranslation(['wizards', 'common'])
  const { wizard } = useWizardPage()
  const context = useFieldContext()
  const copy = (name: string) => {
    const placeholder = `{{ ${name} }}`
    navigator.clipboard?.writeText(placeholder).then(
      () => toast.success(t('wizards:settings.placeholderCopied', { placeholder })),
      () => toast.info(placeholder),
    )
  }
  return (
    <>
      <FieldInput
        field={pseudoField('formatted_text', t('wizards:settings.text'), {
          helpText: t('wizards:settings.textHelp'),
          isRequired: true,
        })}
        value={settings.textToDisplayValue}
        context={context}
        error={errorOf('textToDisplayValue')}
        onChange={(value) => set({ textToDisplayValue: typeof value === 'string' ? value : '' })}
      />
      {variables.length > 0 && (
        <Menu position="bottom-start" width={320}>
          <Menu.Target>
            <button type="button" className={classes.insert}>
              <Glyph name="copy" size={14} />
              {t('wizards:settings.copyPlaceholder')}
            </button>
          </Menu.Target>
          <Menu.Dropdown className={classes.names}>
            {variables.map(({ columnName, label }) => (
              <Menu.Item key={columnName} onClick={() => copy(columnName)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Switch
        label={t('wizards:settings.showsAlone')}
        description={t('wizards:settings.showsAloneHelp')}
        checked={settings.showsAlone}
        onChange={(event) => set({ showsAlone: event.currentTarget.checked })}
      />
      {settings.showsAlone && (
        <TextInput
          label={t('wizards:settings.buttonLabel')}
          description={t('wizards:settings.buttonLabelHelp')}
          value={settings.buttonLabel}
          maxLength={100}
          onChange={(event) => set({ buttonLabel: event.currentTarget.value })}
        />
      )}
      <OtherLanguages
        languages={otherLanguages(wizard)}
        texts={[
          {
            label: t('wizards:settings.text'),
            kind: 'formatted',
            text: settings.textToDisplayValue,
            value: settings.textToDisplayTranslations,
            onChange: (textToDisplayTranslations) => set({ textToDisplayTranslations }),
          },
          {
            label: t('wizards:settings.buttonLabel'),
            kind: 'line',
            text: settings.buttonLabel,
            value: settings.buttonLabelTranslations,
            maxLength: 100,
            onChange: (buttonLabelTranslations) => set({ buttonLabelTranslations }),
          },
        ]}
      />
    </>
  )
}
