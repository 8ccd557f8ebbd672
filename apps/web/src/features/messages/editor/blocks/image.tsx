import { Button, Group, TextInput } from '@mantine/core'
import { pictureTypes } from '@muster/contract/messages/pictures.api'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../../ui/Glyph.tsx'
import shared from '../../../../ui/shared.module.css'
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
      <OwnPicture set={set} />
      <TextInput
        label={t('image.address')}
        placeholder="https://"
        inputMode="url"
        value={source?.kind === 'url' ? source.url : ''}
        {...(source?.kind === 'file' ? { description: t('image.isOwn') } : {})}
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

/** A picture from the person's machine, or one that the team has. */
function OwnPicture({ set }: Pick<BlockPartProps<'image'>, 'set'>) {
  const { t } = useTranslation('messageEditor')
  const { isDisabled, pictures } = useEditorContext()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [isPicking, setPicking] = useState(false)
  const [error, setError] = useState('')
  if (!pictures) return null
  const take = async (stored: Promise<string>) => {
    setError('')
    setBusy(true)
    try {
      set({ source: { kind: 'file', fileId: await stored } })
    } catch (problem) {
      setError(pictures.textOf(problem))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div>
      <Group gap={8}>
        <Button
          variant="default"
          size="xs"
          leftSection={<Glyph name="upload" size={14} />}
          loading={isBusy}
          disabled={isDisabled}
          onClick={() => input.current?.click()}
        >
          {t('image.upload')}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<Glyph name="gallery" size={14} />}
          aria-haspopup="dialog"
          disabled={isDisabled || isBusy}
          onClick={() => setPicking(true)}
        >
          {t('image.pick')}
        </Button>
      </Group>
      <p className={shared.note}>{t('image.public')}</p>
      {error && (
        <p className={shared.error} role="alert">
          {error}
        </p>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('image.upload')}
        accept={pictureTypes.join()}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) void take(pictures.add(file))
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      {isPicking &&
        pictures.picker({
          onPick: (fileId) => void take(pictures.copy(fileId)),
          onClose: () => setPicking(false),
        })}
    </div>
  )
}

export const image: BlockUi<'image'> = { glyph: 'gallery', Preview, Settings }
