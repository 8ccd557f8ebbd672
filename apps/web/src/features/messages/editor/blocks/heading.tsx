import { useTranslation } from 'react-i18next'
import classes from '../editor.module.css'
import { useEditorContext } from '../editor-context.ts'
import { MergeText } from '../MergeText.tsx'
import { MergeTextInput } from '../MergeTextInput.tsx'
import { AlignChoice, BoxFields, ColorField, WordChoice } from './common.tsx'
import type { BlockPartProps, BlockUi } from './definition.ts'

const sizes = { 1: 1.75, 2: 1.375, 3: 1.125 }

function Preview({ settings }: BlockPartProps<'heading'>) {
  const { t } = useTranslation('messageEditor')
  const { look } = useEditorContext()
  const { text, level, align, color } = settings
  const fontSize = Math.round(look.fontSize * sizes[level])
  return (
    <p
      style={{
        fontSize,
        fontWeight: 600,
        lineHeight: 1.25,
        textAlign: align,
        color: color ?? look.textColor,
      }}
    >
      {text ? <MergeText text={text} /> : <span className={classes.empty}>{t('blocks.heading')}</span>}
    </p>
  )
}

function Settings({ settings, set, errorOf }: BlockPartProps<'heading'>) {
  const { t } = useTranslation('messageEditor')
  const { look } = useEditorContext()
  const levels = ([1, 2, 3] as const).map((level) => ({
    value: `${level}`,
    label: t(`heading.levels.${level}`),
  }))
  return (
    <>
      <MergeTextInput
        label={t('heading.text')}
        value={settings.text}
        maxLength={500}
        isLong
        error={errorOf('text')}
        onChange={(text) => set({ text }, 'text')}
      />
      <WordChoice
        label={t('heading.level')}
        value={`${settings.level}`}
        options={levels}
        onChange={(level) => set({ level: Number(level) as 1 | 2 | 3 })}
      />
      <AlignChoice value={settings.align} onChange={(align) => set({ align })} />
      <ColorField
        label={t('color.text')}
        value={settings.color}
        inherited={look.textColor}
        onChange={(color) => set({ color }, 'color')}
      />
      <BoxFields settings={settings} set={set} />
    </>
  )
}

export const heading: BlockUi<'heading'> = { glyph: 'edit', Preview, Settings }
