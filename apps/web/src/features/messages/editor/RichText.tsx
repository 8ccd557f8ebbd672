/** Formatted text on the canvas, edited in place. Large: `blocks/text.tsx` loads it when a text is first edited. */
import { Link, RichTextEditor } from '@mantine/tiptap'
import '@mantine/tiptap/styles.css'
import { parseMergeField } from '@muster/contract/messages/merge'
import { type Editor, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './editor.module.css'
import { useEditorContext } from './editor-context.ts'
import { MergePicker } from './MergePicker.tsx'
import { fromEditor, toEditor } from './merge-html.ts'
import { mergeNode } from './merge-node.ts'

export function RichText({ html, onChange }: { html: string; onChange: (html: string) => void }) {
  const { t } = useTranslation(['messageEditor', 'fields', 'common'])
  const { fields, language } = useEditorContext()
  const latest = useRef({ onChange, fields })
  latest.current = { onChange, fields }
  const reported = useRef(html)

  const editor = useEditor({
    extensions: [
      StarterKit.configure({ link: false, heading: { levels: [2, 3, 4] } }),
      Link.configure({
        openOnClick: false,
        defaultProtocol: 'https',
        protocols: ['mailto', 'tel'],
        // A merge field is an address as well.
        isAllowedUri: (url, { defaultValidate }) => url.startsWith('{{') || defaultValidate(url),
      }),
      mergeNode(() => latest.current.fields, classes.chip!),
    ],
    content: toEditor(html),
    autofocus: 'end',
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': t('messageEditor:blocks.text'),
        lang: language,
      },
    },
    onUpdate: ({ editor: changed }) => {
      const text = changed.isEmpty ? '' : changed.getHTML().replace(/(<p><\/p>)+$/, '')
      reported.current = fromEditor(text)
      latest.current.onChange(reported.current)
    },
  })

  // A text from elsewhere, such as an undone change, replaces the one here.
  useEffect(() => {
    if (!editor || html === reported.current) return
    reported.current = html
    editor.commands.setContent(toEditor(html), { emitUpdate: false })
  }, [editor, html])

  const labels = useMemo(
    () => ({
      boldControlLabel: t('fields:richText.bold'),
      italicControlLabel: t('fields:richText.italic'),
      underlineControlLabel: t('fields:richText.underline'),
      strikeControlLabel: t('fields:richText.strike'),
      clearFormattingControlLabel: t('fields:richText.clear'),
      h2ControlLabel: t('fields:richText.heading'),
      h3ControlLabel: t('fields:richText.subheading'),
      bulletListControlLabel: t('fields:richText.bullets'),
      orderedListControlLabel: t('fields:richText.numbers'),
      linkControlLabel: t('fields:richText.link'),
      unlinkControlLabel: t('fields:richText.unlink'),
      linkEditorInputLabel: t('fields:richText.linkAddress'),
      linkEditorInputPlaceholder: 'https://',
      linkEditorSave: t('common:save'),
      linkEditorExternalLink: t('fields:richText.newTab'),
      linkEditorInternalLink: t('fields:richText.sameTab'),
    }),
    [t],
  )

  return (
    <RichTextEditor editor={editor} labels={labels} withTypographyStyles={false} className={classes.richText}>
      <RichTextEditor.Toolbar className={classes.textTools}>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
          <RichTextEditor.Underline />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.H2 />
          <RichTextEditor.H3 />
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Link />
          <RichTextEditor.Unlink />
          <RichTextEditor.ClearFormatting />
        </RichTextEditor.ControlsGroup>
        {editor && <MergeControl editor={editor} />}
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content className={classes.richTextContent} />
    </RichTextEditor>
  )
}

function MergeControl({ editor }: { editor: Editor }) {
  const selected = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      now.isActive('mergeField') ? String(now.getAttributes('mergeField').expression) : null,
  })
  return (
    <MergePicker
      hasWords
      current={selected === null ? null : parseMergeField(selected)}
      onPick={(expression) =>
        editor.chain().focus().insertContent({ type: 'mergeField', attrs: { expression } }).run()
      }
    />
  )
}
