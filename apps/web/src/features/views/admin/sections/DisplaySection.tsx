/** Display options, of each type and layout those that it uses. */
import { NativeSelect, NumberInput } from '@mantine/core'
import { listLayouts } from '@muster/contract/views/views.schema'
import { useTranslation } from 'react-i18next'
import { canBeColumns } from '../../switcher/view-draft.ts'
import { useViewDraft } from '../draft-context.ts'
import { OptionField, OptionFlag, useOptions } from './DraftFields.tsx'
import { Section } from './Section.tsx'

export function DisplaySection() {
  const { t } = useTranslation(['viewsAdmin', 'views'])
  const { type } = useViewDraft().draft
  const [options, setOption] = useOptions()
  const { layout, pageSize } = options
  const isBoard = type === 'list' && layout === 'kanban'
  const isGallery = type === 'list' && layout === 'gallery'
  return (
    <Section title={t('viewsAdmin:details.display')}>
      {type === 'list' && (
        <NativeSelect
          label={t('viewsAdmin:details.layout')}
          value={layout}
          data={listLayouts.map((one) => ({ value: one, label: t(`views:layout.${one}`) }))}
          onChange={(event) =>
            setOption({ layout: listLayouts.find((one) => one === event.currentTarget.value) ?? layout })
          }
        />
      )}
      {isBoard && (
        <OptionField
          name="groupDataFieldId"
          label={t('viewsAdmin:details.boardField')}
          help={t('viewsAdmin:details.boardFieldHelp')}
          fits={canBeColumns}
        />
      )}
      {type === 'table' && <OptionField name="groupDataFieldId" label={t('viewsAdmin:details.groupField')} />}
      {type !== 'calendar' && type !== 'map' && (
        <OptionField
          name="imageDataFieldId"
          label={t('viewsAdmin:details.imageField')}
          help={t('viewsAdmin:details.imageFieldHelp')}
        />
      )}
      {(isBoard || isGallery || type === 'calendar' || type === 'map') && (
        <OptionField
          name="colorDataFieldId"
          label={t('viewsAdmin:details.colorField')}
          help={t('viewsAdmin:details.colorFieldHelp')}
        />
      )}
      {(type === 'list' || type === 'table') && (
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
      {/* Calendars and maps have no pages that say of how many records they are a part. */}
      {type !== 'calendar' && type !== 'map' && (
        <OptionFlag name="showCount" label={t('viewsAdmin:details.showCount')} />
      )}
    </Section>
  )
}
