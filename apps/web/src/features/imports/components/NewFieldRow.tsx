/** A field that the import will create: its title, and the settings of its type on demand. */
import { TextInput } from '@mantine/core'
import { settingsOf } from '@muster/contract/fields/validate'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../../ui/FormSection.tsx'
import { fieldTypeUiOf, useFieldContext } from '../../fields/public.ts'
import classes from './Import.module.css'
import { type NewTarget, sourceOf } from './mapping.ts'

export function NewFieldRow({
  target,
  header,
  dataCollectionId,
  onChange,
}: {
  target: NewTarget
  header: string
  dataCollectionId: number
  onChange(target: NewTarget): void
}) {
  const { t } = useTranslation('imports')
  const context = useFieldContext()
  const { dataType, settings = {} } = target
  const { Settings } = fieldTypeUiOf(dataType)
  return (
    <>
      <div className={classes.options}>
        <TextInput
          size="xs"
          label={t('target.title')}
          maxLength={200}
          placeholder={header}
          value={target.title ?? header}
          onChange={(event) => onChange({ ...target, title: event.currentTarget.value })}
        />
      </div>
      {!sourceOf(dataType) && (
        <FormSection title={t('target.settings')}>
          <Settings
            key={dataType}
            settings={settingsOf({ dataType, settings: { ...settings } })}
            onChange={(next) => onChange({ ...target, settings: next })}
            errors={noErrors}
            context={context}
            dataCollectionId={dataCollectionId}
            isExisting={false}
          />
        </FormSection>
      )}
    </>
  )
}

const noErrors = {}
