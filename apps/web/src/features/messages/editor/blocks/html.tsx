import { Textarea } from '@mantine/core'
import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../editor.module.css'
import { useEditorContext } from '../editor-context.ts'
import { MergePicker } from '../MergePicker.tsx'
import { BoxFields } from './common.tsx'
import type { BlockPartProps, BlockUi } from './definition.ts'

function Preview({ settings: { html } }: BlockPartProps<'html'>) {
  const { t } = useTranslation('messageEditor')
  // Pictures would load while one types their address.
  const clean = useMemo(() => DOMPurify.sanitize(html, { FORBID_TAGS: ['style', 'form', 'img'] }), [html])
  if (html.trim() === '') return <p className={classes.empty}>{t('html.empty')}</p>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized above
  return <div inert className={classes.html} dangerouslySetInnerHTML={{ __html: clean }} />
}

function Settings({ settings, set, errorOf }: BlockPartProps<'html'>) {
  const { t } = useTranslation('messageEditor')
  const { isDisabled } = useEditorContext()
  return (
    <>
      <Textarea
        label={t('html.label')}
        description={t('html.help')}
        value={settings.html}
        maxLength={50_000}
        autosize
        minRows={6}
        maxRows={24}
        spellCheck={false}
        error={errorOf('html')}
        disabled={isDisabled}
        classNames={{ input: classes.code! }}
        rightSection={<MergePicker onPick={(expression) => set({ html: `${settings.html}${expression}` })} />}
        onChange={(event) => set({ html: event.currentTarget.value }, 'html')}
      />
      <BoxFields settings={settings} set={set} />
    </>
  )
}

export const html: BlockUi<'html'> = { glyph: 'template', Preview, Settings }
