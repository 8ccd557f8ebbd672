/** Display options of the current kind of view. */
import { NativeSelect, NumberInput } from '@mantine/core'
import { listLayouts } from '@muster/contract/views/types/list'
import { canBeLanes, hasPicture } from '@muster/contract/views/views.rules'
import { useTranslation } from 'react-i18next'
import { canBeColumns } from '../../switcher/view-draft.ts'
import { kindOf } from '../../types/index.ts'
import { type DisplayInput, kindSettings } from '../../types/settings.ts'
import { useViewDraft } from '../draft-context.ts'
import { OptionField, OptionFlag, useOptions } from './DraftFields.tsx'
import { Section } from './Section.tsx'

export function DisplaySection() {
  const { t } = useTranslation(['viewsAdmin', 'views'])
  const { displayInputs } = kindSettings[kindOf(useViewDraft().draft)]
  const has = (input: DisplayInput) => displayInputs.includes(input)
  const [options, setOption] = useOptions()
  const { layout, pageSize } = options
  return (
    <Section
      title={t('viewsAdmin:details.display')}
      keys={[
        'displayOptions.groupDataFieldId',
        'displayOptions.imageDataFieldId',
        'displayOptions.colorDataFieldId',
        'displayOptions.pageSize',
      ]}
    >
      {has('layout') && (
        <NativeSelect
          label={t('viewsAdmin:details.layout')}
          value={layout}
          data={listLayouts.map((one) => ({ value: one, label: t(`views:layout.${one}`) }))}
          onChange={(event) =>
            setOption({ layout: listLayouts.find((one) => one === event.currentTarget.value) ?? layout })
          }
        />
      )}
      {has('columns') && (
        <OptionField
          name="groupDataFieldId"
          label={t('viewsAdmin:details.boardField')}
          help={t('viewsAdmin:details.boardFieldHelp')}
          fits={canBeColumns}
        />
      )}
      {has('rows') && <OptionField name="groupDataFieldId" label={t('viewsAdmin:details.groupField')} />}
      {has('lanes') && (
        <OptionField
          name="groupDataFieldId"
          label={t('viewsAdmin:details.laneField')}
          help={t('viewsAdmin:details.laneFieldHelp')}
          fits={canBeLanes}
        />
      )}
      {has('image') && (
        <OptionField
          name="imageDataFieldId"
          label={t('viewsAdmin:details.imageField')}
          help={t('viewsAdmin:details.imageFieldHelp')}
          fits={hasPicture}
        />
      )}
      {has('color') && (
        <OptionField
          name="colorDataFieldId"
          label={t('viewsAdmin:details.colorField')}
          help={t('viewsAdmin:details.colorFieldHelp')}
        />
      )}
      {has('pageSize') && (
        <NumberInput
          label={t('viewsAdmin:details.pageSize')}
          value={pageSize}
          min={1}
          max={200}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          onChange={(value) => typeof value === 'number' && value >= 1 && setOption({ pageSize: value })}
        />
      )}
      <OptionFlag name="showSearch" label={t('viewsAdmin:details.showSearch')} />
      {has('count') && <OptionFlag name="showCount" label={t('viewsAdmin:details.showCount')} />}
    </Section>
  )
}
