import { Select, Switch, TextInput } from '@mantine/core'
import { dataTypes } from '@muster/contract/fields/families'
import type { TempVariableSettings } from '@muster/contract/wizards/tasks/create_temp_variable'
import { useTranslation } from 'react-i18next'
import { fieldTypeUiOf, useFieldContext } from '../../../fields/public.ts'
import { OtherLanguages, otherLanguages } from '../../builder/OtherLanguages.tsx'
import { pseudoField } from '../../builder/pseudo-field.ts'
import { useWizardPage } from '../../builder/wizard-context.ts'
import { ValueSource } from '../common/ValueSource.tsx'
import type { TaskSettingsProps } from '../definition.ts'

const noErrors = {}

export function Settings({ settings, set, errorOf, variables }: TaskSettingsProps<TempVariableSettings>) {
  const { t } = useTranslation(['wizards', 'dataTypes'])
  const { wizard } = useWizardPage()
  const context = useFieldContext()
  const { tempVariableDataType: dataType, tempFieldSettings, asksUser } = settings
  const { Settings: OfType } = fieldTypeUiOf(dataType)
  return (
    <>
      <Switch
        label={t('wizards:settings.asksUser')}
        description={t('wizards:settings.asksUserHelp')}
        checked={asksUser}
        onChange={(event) => set({ asksUser: event.currentTarget.checked })}
      />
      <TextInput
        label={t('wizards:settings.tempLabel')}
        description={errorOf('tempVariableLabel') ? undefined : t('wizards:settings.tempLabelHelp')}
        error={errorOf('tempVariableLabel')}
        required={asksUser}
        maxLength={200}
        value={settings.tempVariableLabel}
        onChange={(event) => set({ tempVariableLabel: event.currentTarget.value })}
      />
      <Select
        label={t('wizards:settings.tempType')}
        description={t('wizards:settings.tempTypeHelp')}
        searchable
        allowDeselect={false}
        value={dataType}
        data={dataTypes.map((type) => ({ value: type, label: t(`dataTypes:name.${type}`) }))}
        onChange={(next) => {
          const type = dataTypes.find((one) => one === next)
          if (type && type !== dataType)
            set({ tempVariableDataType: type, tempFieldSettings: {}, tempVariableValue: undefined })
        }}
      />
      <OfType
        // The form of another type starts over.
        key={dataType}
        settings={tempFieldSettings}
        onChange={(next) => set({ tempFieldSettings: next })}
        errors={noErrors}
        context={context}
        dataCollectionId={0}
        isExisting={false}
      />
      <ValueSource
        key={`${dataType} value`}
        label={asksUser ? t('wizards:settings.tempStart') : t('wizards:settings.tempValue')}
        help={asksUser ? t('wizards:settings.tempStartHelp') : t('wizards:settings.tempValueHelp')}
        error={errorOf('tempVariableValue')}
        field={pseudoField(dataType, '', { settings: tempFieldSettings })}
        variables={variables}
        value={settings.tempVariableValue}
        onChange={(tempVariableValue) => set({ tempVariableValue })}
      />
      {asksUser && (
        <>
          <Switch
            label={t('wizards:settings.isRequired')}
            checked={settings.isRequired}
            onChange={(event) => set({ isRequired: event.currentTarget.checked })}
          />
          <Switch
            label={t('wizards:settings.mayPrefill')}
            description={t('wizards:settings.mayPrefillHelp')}
            checked={settings.mayPrefill}
            onChange={(event) => set({ mayPrefill: event.currentTarget.checked })}
          />
          <TextInput
            label={t('wizards:settings.helpText')}
            value={settings.helpText}
            maxLength={500}
            onChange={(event) => set({ helpText: event.currentTarget.value })}
          />
        </>
      )}
      <OtherLanguages
        languages={otherLanguages(wizard)}
        texts={[
          {
            label: t('wizards:settings.tempLabel'),
            kind: 'line',
            text: settings.tempVariableLabel,
            value: settings.tempVariableLabelTranslations,
            maxLength: 200,
            onChange: (tempVariableLabelTranslations) => set({ tempVariableLabelTranslations }),
          },
          {
            label: t('wizards:settings.helpText'),
            kind: 'line',
            text: settings.helpText,
            value: settings.helpTextTranslations,
            maxLength: 500,
            onChange: (helpTextTranslations) => set({ helpTextTranslations }),
          },
        ]}
      />
    </>
  )
}
