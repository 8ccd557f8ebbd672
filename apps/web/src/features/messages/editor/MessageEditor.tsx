/**
 * The editor of an email's design: palette, canvas and settings, with undo. It holds no design of its own and calls no
 * server: the page stores what `onChange` gives and passes fields, views and where pictures are.
 *
 *   <MessageEditor design={design} onChange={save} fields={mergeFields} language="en" … />
 */
import { VisuallyHidden } from '@mantine/core'
import type { ContentProblem } from '@muster/contract/messages/blocks/definition'
import type { ImageSource } from '@muster/contract/messages/blocks/image'
import { type MessageBlock, newBlock } from '@muster/contract/messages/blocks/index'
import type { MessageDesign } from '@muster/contract/messages/design'
import type { MergeChoice } from '@muster/contract/messages/merge'
import type { Language } from '@muster/contract/paging'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Canvas } from './Canvas.tsx'
import {
  type BlockPlace,
  changeSettings,
  duplicateBlock,
  findBlock,
  insertBlock,
  listOf,
  mayStandIn,
  moveBlock,
  newBlockId,
  placeOf,
  removeBlock,
  rootList,
  setColumnCount,
} from './design-edits.ts'
import classes from './editor.module.css'
import {
  EditorContext,
  type EditorContextValue,
  type PicturePort,
  type ViewChoice,
} from './editor-context.ts'
import { newColumn, ratioCount } from './new-column.ts'
import { Palette } from './Palette.tsx'
import { SettingsPanel } from './SettingsPanel.tsx'
import { useDesignHistory } from './use-design-history.ts'

export interface MessageEditorProps {
  /** What `onChange` gave last, the same object; any other begins a new history. */
  design: MessageDesign
  onChange: (design: MessageDesign) => void
  /** Merge fields that can be inserted. */
  fields: readonly MergeChoice[]
  /** The language of the content. */
  language: Language
  disabled?: boolean
  /** Views whose records a list can show. */
  views?: readonly ViewChoice[]
  /** What is wrong, shown at the blocks. */
  problems?: readonly ContentProblem[]
  /** Where a picture is shown from; null: it is gone. */
  imageUrl: (source: ImageSource) => string | null
  pictures?: PicturePort | undefined
}

const noViews: readonly ViewChoice[] = []
const noProblems: readonly ContentProblem[] = []

export function MessageEditor(props: MessageEditorProps) {
  const { design, fields, language, disabled = false, imageUrl, pictures } = props
  const { views = noViews, problems = noProblems } = props
  const { t } = useTranslation(['messageEditor', 'common'])
  const history = useDesignHistory(design, props.onChange)
  const [selected, setSelected] = useState<string | null>(null)
  const editor = useRef<HTMLDivElement>(null)
  const [told, tell] = useState('')
  const block = findBlock(design, selected)

  const context = useMemo<EditorContextValue>(
    () => ({
      fields,
      views,
      language,
      isDisabled: disabled,
      look: design.settings,
      problems,
      imageUrl,
      pictures,
    }),
    [fields, views, language, disabled, design.settings, problems, imageUrl, pictures],
  )

  const insert = (type: MessageBlock['type'], place?: BlockPlace) => {
    const made = newBlock(type, newBlockId)
    history.change(insertBlock(design, place ?? placeFor(design, selected, type), made))
    setSelected(made.id)
    tell(t('messageEditor:told.added', { name: t(`messageEditor:blocks.${type}`) }))
  }
  const remove = (id: string) => {
    const next = neighbourOf(design, id)
    flushSync(() => {
      history.change(removeBlock(design, id))
      setSelected(next)
    })
    // The focus was in what is gone.
    const place = next ? `[data-block="${next}"] > div > button[aria-pressed]` : 'section[tabindex]'
    editor.current?.querySelector<HTMLElement>(place)?.focus()
    tell(t('messageEditor:told.removed'))
  }
  const duplicate = (id: string) => {
    const copy = duplicateBlock(design, id)
    history.change(copy.design)
    setSelected(copy.id)
  }
  const move = (id: string, to: BlockPlace) => history.change(moveBlock(design, id, to))
  const moveBy = (id: string, by: number) => {
    const place = placeOf(design, id)
    if (!place) return
    const at = place.at + by
    if (at < 0 || at >= listOf(design, place.list).length) return
    const focused = document.activeElement
    flushSync(() => move(id, { list: place.list, at }))
    // Moving an element takes the focus from what is in it.
    if (focused instanceof HTMLElement) focused.focus()
    tell(t('messageEditor:told.moved', { place: at + 1 }))
  }
  const set = (id: string, change: object, of?: string) => {
    const changed = changeSettings(design, id, change)
    const ratio = 'ratio' in change ? String(change.ratio) : null
    const next = ratio ? setColumnCount(changed, id, ratioCount(ratio), newColumn) : changed
    history.change(next, of && `${id} ${of}`)
  }

  const latest = useRef<typeof set>(null)
  latest.current = set
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  // What comes later, such as an uploaded picture, changes the design as it is then.
  const setThen = useCallback((...change: Parameters<typeof set>) => {
    if (!isGone.current) latest.current?.(...change)
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (disabled || isTyping(event.target)) return
    const hasControl = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    const focused = blockAround(event.target)
    const isUndo = hasControl && key === 'z' && !event.shiftKey
    const isRedo = hasControl && ((key === 'z' && event.shiftKey) || key === 'y')
    if (isUndo) history.undo()
    else if (isRedo) history.redo()
    else if (selected && key === 'escape') setSelected(null)
    else if (!focused) return
    else if (key === 'delete' || key === 'backspace') remove(focused)
    else if (hasControl && key === 'd') duplicate(focused)
    else if (event.altKey && key === 'arrowup') moveBy(focused, -1)
    else if (event.altKey && key === 'arrowdown') moveBy(focused, 1)
    else return
    event.preventDefault()
  }

  return (
    <EditorContext value={context}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for the controls in it, each of which has a button */}
      <div ref={editor} className={classes.editor} onKeyDown={onKeyDown}>
        <div className={classes.bar}>
          <IconButton
            glyph="undo"
            label={t('common:undo')}
            disabled={disabled || !history.canUndo}
            onClick={history.undo}
          />
          <IconButton
            glyph="redo"
            label={t('common:redo')}
            disabled={disabled || !history.canRedo}
            onClick={history.redo}
          />
        </div>
        <Canvas
          design={design}
          selected={selected}
          onSelect={setSelected}
          onInsert={insert}
          onMove={move}
          onMoveBy={moveBy}
          onRemove={remove}
          onDuplicate={duplicate}
          onSet={set}
          palette={<Palette onInsert={insert} />}
          panel={
            <SettingsPanel
              design={design}
              block={block}
              onClose={() => setSelected(null)}
              onSet={setThen}
              onLook={(change, of) =>
                history.change({ ...design, settings: { ...design.settings, ...change } }, of && `look ${of}`)
              }
            />
          }
        />
        <VisuallyHidden role="status">{told}</VisuallyHidden>
      </div>
    </EditorContext>
  )
}

/** After what is selected; in a column, at its end. */
function placeFor(design: MessageDesign, selected: string | null, type: MessageBlock['type']): BlockPlace {
  const block = findBlock(design, selected)
  if (block?.type === 'column' && mayStandIn(block.id, type))
    return { list: block.id, at: block.children.length }
  const place = selected === null ? undefined : placeOf(design, selected)
  if (place && mayStandIn(place.list, type)) return { list: place.list, at: place.at + 1 }
  return { list: rootList, at: design.blocks.length }
}

function neighbourOf(design: MessageDesign, id: string): string | null {
  const place = placeOf(design, id)
  const list = place ? listOf(design, place.list) : []
  return (place && (list[place.at + 1] ?? list[place.at - 1])?.id) ?? null
}

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [contenteditable="true"]') !== null)

/** The id of the block on the canvas that something is in; it need not be the selected one. */
const blockAround = (target: EventTarget): string | undefined =>
  target instanceof HTMLElement ? target.closest<HTMLElement>('[data-block]')?.dataset.block : undefined
