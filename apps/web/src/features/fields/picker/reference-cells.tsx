/** Chips of what a value refers to, in cells and on the canvas. */
import { collectionKey } from '@muster/contract/records/records.schema'
import { AppLink } from '../../../ui/AppLink.tsx'
import classes from '../components/Chip.module.css'
import { Chip, Chips } from '../components/Chip.tsx'
import type { FieldContext } from '../field-context.ts'
import { copyText } from '../types/common/cells.tsx'
import type { Bubble, CellProps, FieldOf, GridCell } from '../types/definition.ts'

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

export function bubblesGridCell<S>(value: Ids, field: FieldOf<S>, context: FieldContext): GridCell {
  const bubbles = listOf(value).map((id) => bubbleOf(id, context))
  return {
    kind: 'bubbles',
    bubbles,
    display: bubbles.map(({ text }) => text).join(', '),
    copyText: copyText(value, field, context),
    align: 'left',
  }
}

/** Inside the app all collections are known; outside of it those that a record names come with it. */
function collectionName(id: number, { collections, linked }: FieldContext): string {
  return collections.find((one) => one.id === id)?.pluralName ?? linked[collectionKey(id)]?.name ?? `#${id}`
}

export function collectionsGridCell<S>(value: Ids, field: FieldOf<S>, context: FieldContext): GridCell {
  const named = {
    ...context,
    text: { ...context.text, labelOf: (id: number) => collectionName(id, context) },
  }
  const bubbles = listOf(value).map((id) => ({
    text: collectionName(id, context),
    color: null,
    avatar: null,
  }))
  return {
    kind: 'bubbles',
    bubbles,
    display: bubbles.map(({ text }) => text).join(', '),
    copyText: copyText(value, field, named),
    align: 'left',
  }
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

/** Linked records: chips that lead to them. */
export function RecordCell({ value, context, variant }: CellProps<Ids, unknown>) {
  return (
    <Chips variant={variant}>
      {listOf(value).map((id) => {
        const { text, avatar } = bubbleOf(id, context)
        if (!context.opensRecords) return <Chip key={id} text={text} avatar={avatar} />
        return (
          <AppLink
            key={id}
            href={`/team-${context.teamId}/data-records/${id}`}
            className={classes.link}
            onClick={(event) => event.stopPropagation()}
          >
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
