import { resolveName } from '@muster/contract/wizards/tasks/common'
import type { UpdateSettings } from '@muster/contract/wizards/tasks/update_data_fields_for_data_records'
import { collectionOfVariable } from '@muster/contract/wizards/variables'
import { useTranslation } from 'react-i18next'
import { RecordsSelect } from '../common/VariableSelect.tsx'
import type { TaskSettingsProps } from '../definition.ts'

export function Settings({ settings, set, errorOf, variables, env }: TaskSettingsProps<UpdateSettings>) {
  const { t } = useTranslation('wizards')
  const treeOf = (name: string | null) => {
    const variable = name === null ? undefined : resolveName(name, { env, variables })
    const collection = variable ? collectionOfVariable(variable) : null
    return collection === null ? undefined : env.collectionOf(collection)?.homeId
  }
  return (
    <RecordsSelect
      label={t('settings.records')}
      help={t('settings.updateHelp')}
      error={errorOf('recordsValue')}
      variables={variables}
      value={settings.recordsValue}
      onChange={(recordsValue) =>
        // Fields of another collection mean nothing here.
        set(
          treeOf(recordsValue) === treeOf(settings.recordsValue)
            ? { recordsValue }
            : { recordsValue, fields: [] },
        )
      }
    />
  )
}
