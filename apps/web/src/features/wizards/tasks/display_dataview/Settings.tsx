import { Radio, Select, Switch } from '@mantine/core'
import type { DataViewSettings } from '@muster/contract/wizards/tasks/display_dataview'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../../lib/api.ts'
import { useCollections } from '../../../fields/public.ts'
import classes from '../../builder/builder.module.css'
import { useWizardPage } from '../../builder/wizard-context.ts'
import type { TaskSettingsProps } from '../definition.ts'

const selections = ['none', 'one', 'many'] as const

export function Settings({ settings, set, errorOf }: TaskSettingsProps<DataViewSettings>) {
  const { t } = useTranslation(['wizards', 'common'])
  const { teamId } = useWizardPage()
  const collections = useCollections(teamId)
  const views = useApi(api.views.list, { params: { teamId }, query: {} }).data?.items ?? []
  const error = errorOf('dataViewToDisplayId')
  const groups = collections.flatMap(({ id, pluralName }) => {
    const items = views.filter(({ dataCollectionId }) => dataCollectionId === id)
    if (items.length === 0) return []
    return {
      group: pluralName,
      items: items.map((view) => ({ value: String(view.id), label: view.internalName })),
    }
  })
  return (
    <>
      <Select
        label={t('wizards:settings.view')}
        description={error ? undefined : t('wizards:settings.viewHelp')}
        error={error}
        placeholder={t('wizards:settings.chooseView')}
        searchable
        required
        allowDeselect={false}
        nothingFoundMessage={t('common:noResults')}
        value={settings.dataViewToDisplayId === null ? null : String(settings.dataViewToDisplayId)}
        data={groups}
        onChange={(id) => set({ dataViewToDisplayId: id === null ? null : Number(id) })}
      />
      <Radio.Group
        label={t('wizards:settings.selection')}
        value={settings.selection}
        onChange={(value) =>
          set({ selection: selections.find((one) => one === value) ?? settings.selection })
        }
      >
        <div className={classes.options}>
          {selections.map((one) => (
            <Radio key={one} value={one} label={t(`wizards:selection.${one}`)} />
          ))}
        </div>
      </Radio.Group>
      {settings.selection !== 'none' && (
        <Switch
          label={t('wizards:settings.mustChoose')}
          checked={settings.isRequired}
          onChange={(event) => set({ isRequired: event.currentTarget.checked })}
        />
      )}
    </>
  )
}
