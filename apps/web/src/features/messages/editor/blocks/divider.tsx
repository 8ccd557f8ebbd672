import { useTranslation } from 'react-i18next'
import { BoxFields, ColorField, NumberField, WordChoice } from './common.tsx'
import type { BlockPartProps, BlockUi } from './definition.ts'

function Preview({ settings }: BlockPartProps<'divider'>) {
  const { color, thickness, lineStyle, width } = settings
  return (
    <div
      style={{ borderTop: `${thickness}px ${lineStyle} ${color}`, width: `${width}%`, margin: '0 auto' }}
    />
  )
}

function Settings({ settings, set }: BlockPartProps<'divider'>) {
  const { t } = useTranslation('messageEditor')
  const styles = (['solid', 'dashed', 'dotted'] as const).map((value) => ({
    value,
    label: t(`divider.styles.${value}`),
  }))
  return (
    <>
      <WordChoice
        label={t('divider.style')}
        value={settings.lineStyle}
        options={styles}
        onChange={(lineStyle) => set({ lineStyle })}
      />
      <NumberField
        label={t('divider.thickness')}
        value={settings.thickness}
        min={1}
        max={20}
        onChange={(thickness) => set({ thickness: thickness ?? 1 }, 'thickness')}
      />
      <NumberField
        label={t('divider.width')}
        value={settings.width}
        min={10}
        max={100}
        suffix=" %"
        onChange={(width) => set({ width: width ?? 100 }, 'width')}
      />
      <ColorField
        label={t('color.line')}
        value={settings.color}
        onChange={(color) => color && set({ color }, 'color')}
      />
      <BoxFields settings={settings} set={set} />
    </>
  )
}

export const divider: BlockUi<'divider'> = { glyph: 'minus', Preview, Settings }
