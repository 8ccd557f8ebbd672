import { useTranslation } from 'react-i18next'
import classes from '../editor.module.css'
import { useEditorContext } from '../editor-context.ts'
import { MergeText } from '../MergeText.tsx'
import { MergeTextInput } from '../MergeTextInput.tsx'
import { AlignChoice, BoxFields, ColorField, SwitchField } from './common.tsx'
import type { BlockPartProps, BlockUi } from './definition.ts'

function Preview({ settings }: BlockPartProps<'button'>) {
  const { t } = useTranslation('messageEditor')
  const { look } = useEditorContext()
  const { label, align, isFullWidth, color, textColor } = settings
  return (
    <div style={{ textAlign: align }}>
      <span
        className={classes.button}
        style={{
          display: isFullWidth ? 'block' : 'inline-block',
          background: color ?? look.buttonColor,
          color: textColor ?? look.buttonTextColor,
          borderRadius: look.radius,
          fontSize: look.fontSize,
        }}
      >
        {label ? <MergeText text={label} /> : t('blocks.button')}
      </span>
    </div>
  )
}

function Settings({ settings, set, errorOf }: BlockPartProps<'button'>) {
  const { t } = useTranslation('messageEditor')
  const { look } = useEditorContext()
  return (
    <>
      <MergeTextInput
        label={t('button.label')}
        value={settings.label}
        maxLength={200}
        error={errorOf('label')}
        onChange={(label) => set({ label }, 'label')}
      />
      <MergeTextInput
        label={t('link')}
        value={settings.url}
        maxLength={2000}
        isAddress
        error={errorOf('url')}
        onChange={(url) => set({ url }, 'url')}
      />
      <AlignChoice value={settings.align} onChange={(align) => set({ align })} />
      <SwitchField
        label={t('button.fullWidth')}
        value={settings.isFullWidth}
        onChange={(isFullWidth) => set({ isFullWidth })}
      />
      <ColorField
        label={t('color.button')}
        value={settings.color}
        inherited={look.buttonColor}
        onChange={(color) => set({ color }, 'color')}
      />
      <ColorField
        label={t('color.text')}
        value={settings.textColor}
        inherited={look.buttonTextColor}
        onChange={(textColor) => set({ textColor }, 'textColor')}
      />
      <BoxFields settings={settings} set={set} />
    </>
  )
}

export const button: BlockUi<'button'> = { glyph: 'send', Preview, Settings }
