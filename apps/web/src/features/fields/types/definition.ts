/**
 * What the web app must know of one field type: how a value is shown, edited and set up. `index.ts` holds them all;
 * shape, checks and text of a value are the contract's (`@muster/contract/fields/types`). Nothing else in the app
 * switches on a type.
 */
import type { FieldErrorCode } from '@muster/contract/errors'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { ComponentType } from 'react'
import type { FieldContext } from '../field-context.ts'
import type { LinkedRecord } from '../linked.ts'

/** Names of the records and list items that values refer to, by id. */
export type Linked = Readonly<Record<string, LinkedRecord>>

/** What is wrong with a value; its text is `errors:field.<code>`. */
export interface FieldProblem {
  code: FieldErrorCode
  params?: Record<string, string | number>
}

/** A field whose settings have been read by its type's schema; see `typedField`. */
export interface FieldOf<S = Record<string, unknown>> extends Omit<DataField, 'settings'> {
  settings: S
}

export interface CellProps<V = unknown, S = unknown> {
  /** Never null: an empty value is drawn blank by whoever shows it. */
  value: V
  field: FieldOf<S>
  context: FieldContext
  /** line: one line of a list or card; block: as much room as it needs, in a drawer or page. */
  variant: 'line' | 'block'
  /** A film begins by itself, without sound. */
  autoPlay?: boolean
}

/** What an editor tells beside the value. */
export interface Change {
  /** Why what was typed is no value. The value given with it is the last good one; the editor keeps the text. */
  problem?: FieldProblem | null
  /** Names of records that were picked or made, to show them before the server is asked again. */
  linked?: Linked
}

export interface EditorProps<V = unknown, S = Record<string, unknown>> {
  /** Of the input, or of the group of inputs; labels and messages refer to it. */
  id: string
  value: V | null
  field: FieldOf<S>
  context: FieldContext
  /** Accessible name, where no visible label belongs to the editor. */
  label: string | undefined
  /** Ids of help and error. */
  describedBy: string | undefined
  isInvalid: boolean
  isReadOnly: boolean
  isRequired: boolean
  autoFocus: boolean
  /** Over a cell of the grid: no frame, and the height of a row where the type allows. */
  isCompact: boolean
  /** Text that the grid's first key press begins with; replaces the value in text editors. */
  initialText: string | undefined
  onChange(value: V | null, change?: Change): void
  /** The person left the editor. */
  onBlur(): void
  /** The person is done: Enter, or a choice that leaves nothing to do. */
  onCommit(): void
  /** Escape with nothing open. */
  onCancel(): void
}

export interface SettingsProps<S = Record<string, unknown>> {
  settings: S
  onChange(settings: S): void
  /** Texts by key of the settings. */
  errors: Record<string, string>
  context: FieldContext
  /** The collection the field is in. */
  dataCollectionId: number
  /** Whether the field exists: what its values are ids of can then no longer change. */
  isExisting: boolean
}

/** A chip of a list item, a linked record, a collection or a file. */
export interface Bubble {
  text: string
  /** `#rrggbb`, see `chipColors`; null is neutral. */
  color: string | null
  avatar: string | null
}

/** How a canvas grid draws a value. `display` is what is read, `copyText` what `fromText` reads back. */
export type GridCell = {
  display: string
  copyText: string
  align: 'left' | 'right'
  /** Shows at large what the cell has, from one of its parts on. */
  look?: (at: number) => void
} & (
  | { kind: 'text' | 'number' }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'bubbles'; bubbles: readonly Bubble[] }
  | { kind: 'image'; urls: readonly string[] }
  | { kind: 'uri'; href: string }
  | { kind: 'icon'; icon: string }
  | { kind: 'bar'; ratio: number }
)

/** The sections of the type picker, in their order. */
export const fieldGroups = ['text', 'number', 'time', 'choice', 'link', 'file', 'structured'] as const
export type FieldGroup = (typeof fieldGroups)[number]

export interface FieldTypeUi<V = unknown, S = Record<string, unknown>> {
  /** Name of an icon, for `Icon`. */
  icon: string
  group: FieldGroup
  Cell: ComponentType<CellProps<V, S>>
  Editor: ComponentType<EditorProps<V, S>>
  Settings: ComponentType<SettingsProps<S>>
  gridCell(value: V, field: FieldOf<S>, context: FieldContext): GridCell
  /** Room the editor takes over a grid cell; cell: the cell itself, panel: a panel about 420 px wide. */
  overlay: 'cell' | 'panel'
  /** group: several inputs under one legend instead of one input with a label. */
  inputs: 'one' | 'group'
  /** Whether the default value of a new record can be set in the field's settings. */
  hasDefault: boolean
}

/** Types an entry of the registry by its own value and settings; the registry itself knows neither. */
export function fieldTypeUi<V, S>(ui: FieldTypeUi<V, S>): FieldTypeUi {
  return ui as unknown as FieldTypeUi
}
