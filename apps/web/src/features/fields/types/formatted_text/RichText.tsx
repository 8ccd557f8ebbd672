import { Link, RichTextEditor } from '@mantine/tiptap'
import '@mantine/tiptap/styles.css'
import { fieldTypes } from '@muster/contract/fields/types/index'
import { Placeholder } from '@tiptap/extensions'
import { useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useMemo, useRef } from 'react'
import { fieldTitle } from '../../titles.ts'
import type { EditorProps } from '../definition.ts'
import classes from './RichText.module.css'
import type { FormattedTextSettings } from './Settings.tsx'

export function RichText(props: EditorProps<string, FormattedTextSettings>) {
  const { id, value, field, context, isReadOnly, autoFocus, describedBy } = props
  const { t } = context
  const latest = useRef(props)
  latest.current = props
  const reported = useRef(value)

  const editor = useEditor({
    extensions: [
      StarterKit.configure({ link: false, heading: { levels: [2, 3, 4] } }),
      Link.configure({ openOnClick: false, defaultProtocol: 'https', protocols: ['mailto', 'tel'] }),
      Placeholder.configure({ placeholder: '' }),
    ],
    content: value ?? '',
    editable: !isReadOnly,
    autofocus: autoFocus ? 'end' : false,
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': props.label ?? fieldTitle(field, context.format.language),
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
      },
      handleKeyDown: (_view, event) => {
        if (event.key === 'Escape') {
          latest.current.onCancel()
          return true
        }
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
          latest.current.onCommit()
          return true
        }
        return false
      },
    },
    onUpdate: ({ editor: changed }) => {
      const { onChange, value: before } = latest.current
      // The empty paragraph after a list only holds the caret and is not part of the text.
      const html = changed.isEmpty ? '' : changed.getHTML().replace(/(<p><\/p>)+$/, '')
      const parsed = fieldTypes.formatted_text.parse(html, field.settings)
      if (!parsed.ok) return onChange(before, { problem: { code: parsed.code, params: parsed.params } })
      reported.current = parsed.value
      onChange(parsed.value, { problem: null })
    },
    onBlur: () => latest.current.onBlur(),
  })

  // A value from elsewhere replaces the text; our own does not.
  useEffect(() => {
    if (!editor || value === reported.current) return
    reported.current = value
    editor.commands.setContent(value ?? '', { emitUpdate: false })
  }, [editor, value])

  const labels = useMemo(
    () => ({
      boldControlLabel: t('fields:richText.bold'),
      italicControlLabel: t('fields:richText.italic'),
      underlineControlLabel: t('fields:richText.underline'),
      strikeControlLabel: t('fields:richText.strike'),
      clearFormattingControlLabel: t('fields:richText.clear'),
      h2ControlLabel: t('fields:richText.heading'),
      h3ControlLabel: t('fields:richText.subheading'),
      blockquoteControlLabel: t('fields:richText.quote'),
      bulletListControlLabel: t('fields:richText.bullets'),
      orderedListControlLabel: t('fields:richText.numbers'),
      linkControlLabel: t('fields:richText.link'),
      unlinkControlLabel: t('fields:richText.unlink'),
      linkEditorInputLabel: t('fields:richText.linkAddress'),
      linkEditorInputPlaceholder: 'https://',
      linkEditorSave: t('common:save'),
      linkEditorExternalLink: t('fields:richText.newTab'),
      linkEditorInternalLink: t('fields:richText.sameTab'),
      undoControlLabel: t('common:undo'),
      redoControlLabel: t('common:redo'),
    }),
    [t],
  )

  return (
    <RichTextEditor
      editor={editor}
      labels={labels}
      withTypographyStyles={false}
      className={classes.root}
      data-invalid={props.isInvalid || undefined}
    >
      {!isReadOnly && (
        <RichTextEditor.Toolbar>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.Underline />
            <RichTextEditor.Strikethrough />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.H2 />
            <RichTextEditor.H3 />
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
            <RichTextEditor.Blockquote />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Link />
            <RichTextEditor.Unlink />
            <RichTextEditor.ClearFormatting />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
      )}
      <RichTextEditor.Content className={classes.content} />
    </RichTextEditor>
  )
}
