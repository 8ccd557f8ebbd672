/** Chips of what a value refers to, in cells and on the canvas. */
import { collectionKey } from '@muster/contract/records/records.schema'
import { AppLink } from '../../../ui/AppLink.tsx'
import classes from '../components/Chip.module.css'
import { Chip, Chips } from '../components/Chip.tsx'
import { bubblesDrawing } from '../drawings/bubbles.ts'
import type { FieldContext } from '../field-context.ts'
import { useCellSource } from '../source/record-source.ts'
import { copyText } from '../types/common/cells.tsx'
import type { Bubble, CellProps, GridLook } from '../types/definition.ts'

type Ids = number | number[]
const listOf = (value: Ids): readonly number[] => (Array.isArray(value) ? value : [value])

function bubbleOf(id: number, context: FieldContext): Bubble {
  const linked = context.linked[id]
  return {
    text: linked?.name ?? `#${id}`,
    color: linked?.color ?? null,
    avatar: linked?.avatar ?? null,
  }
}

const linkedBubbles = (value: Ids, context: FieldContext) => listOf(value).map((id) => bubbleOf(id, context))

export const linkedGrid: GridLook<Ids, object> = {
  display: (value, _field, context) => textOf(linkedBubbles(value, context)),
  drawing: (value, _field, context) => bubblesDrawing(linkedBubbles(value, context)),
}

const textOf = (bubbles: readonly Bubble[]): string => bubbles.map(({ text }) => text).join(', ')

/** Inside the app all collections are known; on public pages only those that come with the record. */
function collectionName(id: number, { collections, linked }: FieldContext): string {
  return collections.find((one) => one.id === id)?.pluralName ?? linked[collectionKey(id)]?.name ?? `#${id}`
}

const collectionBubbles = (value: Ids, context: FieldContext): Bubble[] =>
  listOf(value).map((id) => ({ text: collectionName(id, context), color: null, avatar: null }))

export const collectionsGrid: GridLook<Ids, object> = {
  display: (value, _field, context) => textOf(collectionBubbles(value, context)),
  copyText(value, field, context) {
    const labelOf = (id: number) => collectionName(id, context)
    return copyText(value, field, { ...context, text: { ...context.text, labelOf } })
  },
  drawing: (value, _field, context) => bubblesDrawing(collectionBubbles(value, context)),
}

/** Items of a list: chips in their colours. */
export function ChoiceCell({ value, context, variant }: CellProps<Ids, unknown>) {
  return (
    <Chips variant={variant}>
      {listOf(value).map((id) => (
        <Chip key={id} {...bubbleOf(id, context)} icon={context.linked[id]?.icon ?? null} />
      ))}
    </Chips>
  )
}

/** Linked records: chips that link to them. */
export function RecordCell({ value, context, variant }: CellProps<Ids, unknown>) {
  const source = useCellSource()
  return (
    <Chips variant={variant}>
      {listOf(value).map((id) => {
        const { text, avatar } = bubbleOf(id, context)
        const url = source.recordUrl(id)
        if (url === null) return <Chip key={id} text={text} avatar={avatar} />
        return (
          <AppLink key={id} href={url} className={classes.link} onClick={(event) => event.stopPropagation()}>
            <Chip text={text} avatar={avatar} />
          </AppLink>
        )
      })}
    </Chips>
  )
}

export function CollectionCell({ value, context, variant }: CellProps<Ids, unknown>) {
  return (
    <Chips variant={variant}>
      {listOf(value).map((id) => {
        const collection = context.collections.find((one) => one.id === id)
        const name = collectionName(id, context)
        return <Chip key={id} text={name} icon={collection?.icon ?? null} />
      })}
    </Chips>
  )
}
