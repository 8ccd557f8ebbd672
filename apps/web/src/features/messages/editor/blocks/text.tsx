import DOMPurify from 'dompurify'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../editor.module.css'
import { useEditorContext } from '../editor-context.ts'
import { chipHtml } from '../MergeText.tsx'
import { toEditor } from '../merge-html.ts'
import { AlignChoice, BoxFields, ColorField, NumberField } from './common.tsx'
import type { BlockPartProps, BlockUi } from './definition.ts'

const RichText = lazy(async () => ({ default: (await import('../RichText.tsx')).RichText }))

function Preview({ settings, set, isSelected }: BlockPartProps<'text'> & { isSelected: boolean }) {
  const { look, isDisabled } = useEditorContext()
  const { html, align, color, fontSize } = settings
  const shown = <Shown html={html} />
  return (
    <div
      className={classes.text}
      style={{
        textAlign: align,
        color: color ?? look.textColor,
        fontSize: fontSize ?? look.fontSize,
        ['--link-color' as string]: look.linkColor,
      }}
    >
      {isSelected && !isDisabled ? (
        <Suspense fallback={shown}>
          <RichText html={html} onChange={(next) => set({ html: next }, 'html')} />
        </Suspense>
      ) : (
        shown
      )}
    </div>
  )
}

/** What the team wrote; sanitised on the server before it is sent, and here before it is shown. */
function Shown({ html }: { html: string }) {
  const { t } = useTranslation('messageEditor')
  const { fields } = useEditorContext()
  const clean = useMemo(() => DOMPurify.sanitize(chipHtml(toEditor(html), fields)), [html, fields])
  if (html === '') return <p className={classes.empty}>{t('text.empty')}</p>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized above
  return <div inert dangerouslySetInnerHTML={{ __html: clean }} />
}

function Settings({ settings, set }: BlockPartProps<'text'>) {
  const { t } = useTranslation('messageEditor')
  const { look } = useEditorContext()
  return (
    <>
      <p className={classes.hint}>{t('text.hint')}</p>
      <AlignChoice value={settings.align} onChange={(align) => set({ align })} />
      <NumberField
        label={t('text.size')}
        value={settings.fontSize}
        min={10}
        max={48}
        onChange={(fontSize) => set({ fontSize }, 'fontSize')}
      />
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

export const text: BlockUi<'text'> = { glyph: 'list', Preview, Settings }
