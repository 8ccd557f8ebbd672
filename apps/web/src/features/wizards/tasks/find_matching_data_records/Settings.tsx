import { Input, MultiSelect, Switch } from '@mantine/core'
import { type FindSettings, mayCreate } from '@muster/contract/wizards/tasks/find_matching_data_records'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { fieldTitle, useCollections } from '../../../fields/public.ts'
import { fieldsOf, SortEditor } from '../../../filters/public.ts'
import { useTeamId } from '../../../teams/public.ts'
import { CollectionSelect } from '../common/CollectionSelect.tsx'
import { collectionChange } from '../common/collection-change.ts'
import { NewRecordLabel } from '../common/NewRecordLabel.tsx'
import { TemplateFilter } from '../common/TemplateFilter.tsx'
import type { TaskSettingsProps } from '../definition.ts'

const flags = [
  'askUserToSelectSingleRecord',
  'autoSelectFirstMatchingRecord',
  'canOverrideFilterTemplate',
  'allowCreatingNewRecord',
  'createRecordWhenNotMatching',
] as const

export function Settings({ settings, set, errorOf, variables, env }: TaskSettingsProps<FindSettings>) {
  const { t } = useTranslation('wizards')
  const collections = useCollections(useTeamId())
  const id = useId()
  const { dataCollectionId } = settings
  const fields = fieldsOf(collections, dataCollectionId) ?? []
  return (
    <>
      <CollectionSelect
        label={t('settings.collection')}
        help={t('settings.findInHelp')}
        error={errorOf('dataCollectionId')}
        value={dataCollectionId}
        onChange={(next) => set(collectionChange(settings, next, env))}
      />
      {dataCollectionId !== null && (
        <>
          <TemplateFilter
            label={t('settings.filterTemplate')}
            help={t('settings.filterTemplateHelp')}
            error={errorOf('filterTemplate')}
            dataCollectionId={dataCollectionId}
            variables={variables}
            value={settings.filterTemplate}
            onChange={(filterTemplate) => set({ filterTemplate })}
          />
          <Input.Wrapper
            id={id}
            role="group"
            aria-labelledby={`${id}-label`}
            label={t('settings.sort')}
            labelElement="div"
            description={t('settings.sortHelp')}
            error={errorOf('sort')}
          >
            <SortEditor fields={fields} value={settings.sort} onChange={(sort) => set({ sort })} />
          </Input.Wrapper>
          {flags.map((flag) => (
            <Switch
              key={flag}
              label={t(`settings.${flag}`)}
              description={t(`settings.${flag}Help`)}
              checked={settings[flag]}
              onChange={(event) => set({ [flag]: event.currentTarget.checked })}
            />
          ))}
          <MultiSelect
            label={t('settings.displayFields')}
            description={t('settings.displayFieldsHelp')}
            searchable
            clearable
            maxValues={20}
            value={settings.matchingRecordsSelectionDisplayFields.map(String)}
            data={fields.map((field) => ({
              value: String(field.id),
              label: fieldTitle(field, currentLanguage()),
            }))}
            onChange={(ids) => set({ matchingRecordsSelectionDisplayFields: ids.map(Number) })}
          />
          {mayCreate(settings) && <NewRecordLabel settings={settings} set={set} />}
        </>
      )}
    </>
  )
}
