/**
 * What the web app must know of one field type: how a value is shown, edited and set up. `index.ts` holds them all;
 * shape, checks and text of a value are the contract's (`@muster/contract/fields/types`). Nothing else in the app
 * switches on a type.
 */
import type { FieldErrorCode } from '@muster/contract/errors'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { ComponentType } from 'react'
import type { Brush } from '../../../ui/canvas/brush.ts'
import type { FieldContext } from '../field-context.ts'
import type { Linked } from '../linked.ts'

/** A problem with a value; its text is `errors:field.<code>`. */
export interface FieldProblem {
  code: FieldErrorCode
  params?: Record<string, string | number>
}

/** A field whose settings have been read by its type's schema; see `typedField`. */
export interface FieldOf<S = Record<string, unknown>> extends Omit<DataField, 'settings'> {
  settings: S
}

export interface CellProps<V = unknown, S = unknown> {
  /** Never null: the caller draws an empty value as blank. */
  value: V
  field: FieldOf<S>
  context: FieldContext
  /** The record that has the value now, where there is one. */
  recordId?: number | undefined
  /** line: one line of a list or card; block: as much room as it needs, in a drawer or page. */
  variant: 'line' | 'block'
  /** A video starts automatically, muted. */
  autoPlay?: boolean
}

/** What an editor reports besides the value. */
export interface Change {
  /** Why the text is not a value. The value passed with it is the last valid one; the editor keeps the text. */
  problem?: FieldProblem | null
  /** Names of records that were picked or created, to show them before the server is asked again. */
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
  /** Over a grid cell: no border, and the height of a row where the type allows. */
  isCompact: boolean
  /** Text from the grid's first key press; replaces the value in text editors. */
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
  /** Error texts by key of the settings. */
  errors: Record<string, string>
  context: FieldContext
  /** The collection the field is in. */
  dataCollectionId: number
  /** Whether the field exists: its target can then no longer change. */
  isExisting: boolean
}

/** A chip of a list item, a linked record, a collection or a file. */
export interface Bubble {
  text: string
  /** `#rrggbb`, see `chipColors`; null is neutral. */
  color: string | null
  avatar: string | null
}

/** How a value is painted on the grid's canvas, where that is more than its text. */
export interface Drawing {
  paint(brush: Brush): void
  /** The width it needs in CSS pixels, margins included. */
  measure(ctx: CanvasRenderingContext2D): number
  /** What a group header shows: this drawing, or the value's plain text. */
  inGroupHeader: 'drawing' | 'text'
  /** Which of its parts is at a point of the cell, for `look`; null outside them. */
  partAt?(point: { x: number; y: number }, cell: { width: number; height: number }): number | null
}

/** How values of a type look in the grid: one member for the canvas, the column and everything that reads the text. */
export interface GridLook<V = unknown, S = Record<string, unknown>> {
  /**
   * The value as plain text. Screen readers, search in the grid, conditions and group headers use it, and the canvas
   * where there is no drawing.
   */
  display(value: V, field: FieldOf<S>, context: FieldContext): string
  /** What copying takes and `fromText` reads back; the contract's `toText` where left out. */
  copyText?(value: V, field: FieldOf<S>, context: FieldContext): string
  /** Formats a sum or an average, which need not be a value of the type; `display` if absent. */
  displaySum?(sum: number, field: FieldOf<S>, context: FieldContext): string
  /** Null where this field's settings ask for plain text. */
  drawing?(value: V, field: FieldOf<S>, context: FieldContext, recordId?: number): Drawing | null
  /** Shows the contents of the cell enlarged, starting with one of its parts. */
  look?(value: V, at: number): void
  /** Of a new column, in CSS pixels; by the operator family where left out. */
  width?(field: FieldOf<S>): number
  /** Of values and of the column's title; by the operator family where left out. */
  align?: 'left' | 'right'
}

/** One value as the grid needs it, made of its type's `GridLook`. */
export interface GridCell {
  display: string
  copyText: string
  align: 'left' | 'right'
  drawing: Drawing | null
  look?: (at: number) => void
}

/** What a key does on a cell of the grid, before any editor is open. */
export type KeyEffect<V = unknown> = { save: V | null } | 'edit' | 'openRecord' | 'nothing'

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
  grid: GridLook<V, S>
  /** For a type with `choices` in the contract: where their texts are, each under the word that is stored. */
  choiceTexts?: string
  /** Space the editor takes over a grid cell; cell: the cell itself, panel: a panel about 420 px wide. */
  overlay: 'cell' | 'panel'
  /**
   * text: one input in which a person types what `fromText` reads; one: a control in which a value is picked, and
   * saved at once, radios too; group: several inputs under one legend.
   */
  inputs: 'text' | 'one' | 'group'
  /**
   * What a key does on a cell of the grid: the character that was typed, a space too; undefined for Enter, F2 and a
   * double click. Where left out, a space opens the record and everything else the editor.
   */
  keyInGrid?(key: string | undefined, value: V | null, field: FieldOf<S>): KeyEffect<V>
  /** Whether the default value of a new record can be set in the field's settings. */
  hasDefault: boolean
}

/** Types a registry entry by its own value and settings; the registry itself knows neither. */
export function fieldTypeUi<V, S>(ui: FieldTypeUi<V, S>): FieldTypeUi {
  return ui as unknown as FieldTypeUi
}
