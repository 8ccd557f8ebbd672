import { MultiSelect, Select } from '@mantine/core'
import { maxListFields, maxListRows } from '@muster/contract/messages/blocks/view_list'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../../ui/Glyph.tsx'
import classes from '../editor.module.css'
import { useEditorContext } from '../editor-context.ts'
import { MergeTextInput } from '../MergeTextInput.tsx'
import { BoxFields, NumberField, SwitchField, WordChoice } from './common.tsx'
import type { BlockPartProps, BlockUi } from './definition.ts'

function Preview({ settings }: BlockPartProps<'view_list'>) {
  const { t } = useTranslation('messageEditor')
  const { views } = useEditorContext()
  const view = views.find(({ id }) => id === settings.dataViewId)
  return (
    <div className={classes.placeholder}>
      <Glyph name="table" />
      {view ? t('viewList.shows', { count: settings.rowCount, name: view.label }) : t('blocks.view_list')}
    </div>
  )
}

function Settings({ settings, set, errorOf }: BlockPartProps<'view_list'>) {
  const { t } = useTranslation('messageEditor')
  const { views, isDisabled } = useEditorContext()
  const view = views.find(({ id }) => id === settings.dataViewId)
  const layouts = (['list', 'table'] as const).map((value) => ({
    value,
    label: t(`viewList.layouts.${value}`),
  }))
  return (
    <>
      <Select
        label={t('viewList.view')}
        data={views.map(({ id, label }) => ({ value: String(id), label }))}
        value={settings.dataViewId === null ? null : String(settings.dataViewId)}
        searchable
        allowDeselect={false}
        error={errorOf('dataViewId')}
        disabled={isDisabled}
        onChange={(id) => {
          const chosen = views.find((one) => String(one.id) === id)
          set({
            dataViewId: chosen?.id ?? null,
            dataFieldIds: chosen?.fields.slice(0, 3).map((field) => field.id) ?? [],
          })
        }}
      />
      {view && (
        <MultiSelect
          label={t('viewList.fields')}
          description={t('viewList.fieldsHelp')}
          data={view.fields.map(({ id, label }) => ({ value: String(id), label }))}
          value={settings.dataFieldIds.map(String)}
          maxValues={maxListFields}
          error={errorOf('dataFieldIds')}
          disabled={isDisabled}
          onChange={(ids) => set({ dataFieldIds: ids.map(Number) })}
        />
      )}
      <NumberField
        label={t('viewList.rows')}
        value={settings.rowCount}
        min={1}
        max={maxListRows}
        suffix=""
        onChange={(rowCount) => set({ rowCount: rowCount ?? 10 }, 'rowCount')}
      />
      <WordChoice
        label={t('viewList.layout')}
        value={settings.layout}
        options={layouts}
        onChange={(layout) => set({ layout })}
      />
      <SwitchField
        label={t('viewList.titles')}
        value={settings.showsTitles}
        onChange={(showsTitles) => set({ showsTitles })}
      />
      <MergeTextInput
        label={t('viewList.emptyText')}
        help={t('viewList.emptyTextHelp')}
        value={settings.emptyText}
        maxLength={500}
        onChange={(emptyText) => set({ emptyText }, 'emptyText')}
      />
      <BoxFields settings={settings} set={set} />
    </>
  )
}

export const viewList: BlockUi<'view_list'> = { glyph: 'table', Preview, Settings }
