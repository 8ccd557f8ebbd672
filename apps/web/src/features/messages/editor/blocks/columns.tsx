/** Columns: their blocks are shown by the canvas, since they are dragged in and out. */
import { type ColumnRatio, columnRatios } from '@muster/contract/messages/blocks/columns'
import { useTranslation } from 'react-i18next'
import { useEditorContext } from '../editor-context.ts'
import { BoxFields, ColorField, SwitchField, WordChoice } from './common.tsx'
import type { BlockPartProps, BlockUi } from './definition.ts'

function ColumnsSettings({ settings, set }: BlockPartProps<'columns'>) {
  const { t } = useTranslation('messageEditor')
  const ratios = (Object.keys(columnRatios) as ColumnRatio[]).map((value) => ({
    value,
    label: value.replaceAll('-', ':'),
  }))
  const places = (['top', 'middle', 'bottom'] as const).map((value) => ({
    value,
    label: t(`columns.align.${value}`),
  }))
  return (
    <>
      <WordChoice
        label={t('columns.ratio')}
        value={settings.ratio}
        options={ratios}
        onChange={(ratio) => set({ ratio })}
      />
      <WordChoice
        label={t('columns.verticalAlign')}
        value={settings.verticalAlign}
        options={places}
        onChange={(verticalAlign) => set({ verticalAlign })}
      />
      <SwitchField
        label={t('columns.stacks')}
        help={t('columns.stacksHelp')}
        value={settings.stacksOnPhones}
        onChange={(stacksOnPhones) => set({ stacksOnPhones })}
      />
      <BoxFields settings={settings} set={set} />
    </>
  )
}

function ColumnSettings({ settings, set }: BlockPartProps<'column'>) {
  const { t } = useTranslation('messageEditor')
  const { look } = useEditorContext()
  return (
    <ColorField
      label={t('box.background')}
      value={settings.backgroundColor}
      inherited={look.contentColor}
      onChange={(backgroundColor) => set({ backgroundColor }, 'backgroundColor')}
    />
  )
}

export const columns: BlockUi<'columns'> = {
  glyph: 'columns',
  Preview: () => null,
  Settings: ColumnsSettings,
}
export const column: BlockUi<'column'> = { glyph: 'columns', Preview: () => null, Settings: ColumnSettings }
