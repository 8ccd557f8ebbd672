import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../../ui/Glyph.tsx'
import classes from '../editor.module.css'
import { useEditorContext } from '../editor-context.ts'
import { MergeTextInput } from '../MergeTextInput.tsx'
import { AlignChoice, BoxFields, NumberField, SwitchField } from './common.tsx'
import type { BlockPartProps, BlockUi } from './definition.ts'

function Preview({ settings }: BlockPartProps<'image'>) {
  const { t } = useTranslation('messageEditor')
  const { imageUrl } = useEditorContext()
  const { source, alt, width, align } = settings
  const src = source && imageUrl(source)
  if (!src) {
    return (
      <div className={classes.placeholder}>
        <Glyph name="gallery" />
        {t(source ? 'image.gone' : 'blocks.image')}
      </div>
    )
  }
  return (
    <div style={{ textAlign: align }}>
      <img src={src} alt={alt} style={{ width: width ?? '100%', maxWidth: '100%', verticalAlign: 'top' }} />
    </div>
  )
}

function Settings({ settings, set, errorOf }: BlockPartProps<'image'>) {
  const { t } = useTranslation('messageEditor')
  const { isDisabled } = useEditorContext()
  const { source } = settings
  return (
    <>
      <TextInput
        label={t('image.address')}
        placeholder="https://"
        inputMode="url"
        value={source?.kind === 'url' ? source.url : ''}
        maxLength={2000}
        error={errorOf('source')}
        disabled={isDisabled}
        onChange={({ currentTarget: { value } }) =>
          set({ source: value.trim() === '' ? null : { kind: 'url', url: value.trim() } }, 'source')
        }
      />
      {!settings.isDecorative && (
        <MergeTextInput
          label={t('image.alt')}
          help={t('image.altHelp')}
          value={settings.alt}
          maxLength={500}
          error={errorOf('alt')}
          onChange={(alt) => set({ alt }, 'alt')}
        />
      )}
      <SwitchField
        label={t('image.decorative')}
        help={t('image.decorativeHelp')}
        value={settings.isDecorative}
        onChange={(isDecorative) => set({ isDecorative })}
      />
      <MergeTextInput
        label={t('image.link')}
        value={settings.url}
        maxLength={2000}
        isAddress
        error={errorOf('url')}
        onChange={(url) => set({ url }, 'url')}
      />
      <NumberField
        label={t('image.width')}
        value={settings.width}
        min={16}
        max={1200}
        onChange={(width) => set({ width }, 'width')}
      />
      <AlignChoice value={settings.align} onChange={(align) => set({ align })} />
      <BoxFields settings={settings} set={set} />
    </>
  )
}

export const image: BlockUi<'image'> = { glyph: 'gallery', Preview, Settings }
