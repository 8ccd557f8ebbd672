import { useTranslation } from 'react-i18next'
import { useEditorContext } from '../editor-context.ts'
import { ColorField, NumberField } from './common.tsx'
import type { BlockPartProps, BlockUi } from './definition.ts'

const Preview = ({ settings }: BlockPartProps<'spacer'>) => <div style={{ height: settings.height }} />

function Settings({ settings, set }: BlockPartProps<'spacer'>) {
  const { t } = useTranslation('messageEditor')
  const { look } = useEditorContext()
  return (
    <>
      <NumberField
        label={t('spacer.height')}
        value={settings.height}
        min={4}
        max={200}
        onChange={(height) => set({ height: height ?? 24 }, 'height')}
      />
      <ColorField
        label={t('box.background')}
        value={settings.backgroundColor}
        inherited={look.contentColor}
        onChange={(backgroundColor) => set({ backgroundColor }, 'backgroundColor')}
      />
    </>
  )
}

export const spacer: BlockUi<'spacer'> = { glyph: 'sort', Preview, Settings }
