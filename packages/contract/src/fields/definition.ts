/** What each field type defines; `types/index.ts` has them all. Nothing else switches on a type. */
import type { z } from 'zod'
import type { FieldErrorCode } from '../errors.ts'
import type { Operator } from '../filters/operators.ts'
import type { DataType, FileKind, OperatorFamily, Storage } from './families.ts'

/** A value, or an error code; values are never coerced or truncated. */
export type Parsed<V> =
  | { ok: true; value: V | null }
  | { ok: false; code: FieldErrorCode; params?: Record<string, string | number> }

/** Context for reading or writing a value as text. */
export interface TextContext {
  /** BCP 47 language of the person, for numbers and dates entered by hand; files use 'en' and ISO dates. */
  language: 'en' | 'es' | 'fr'
  /** IANA zone of the team. */
  timeZone: string
  /** ISO 3166 code for phone numbers in national format. */
  country: string
  /** For selections and links: label to id and back. Absent if labels are unknown; ids are then accepted as digits. */
  idOf?: (label: string) => number | undefined
  labelOf?: (id: number) => string | undefined
  /** The separator of several labels in one text, if the user chose one. */
  separator?: string
}

/** What a value's ids refer to, and the error code for an unknown id. */
export type Reference =
  | { to: 'record'; collectionId: number | null; unknown: FieldErrorCode }
  | { to: 'collection'; unknown: FieldErrorCode }
  | { to: 'file'; unknown: FieldErrorCode }

/** Properties of an uploaded file that a field's settings restrict. */
export interface FileFacts {
  kind: FileKind
  /** In bytes. */
  size: number
}

/** Settings that every field has, of any type. */
export interface CommonSettings {
  isRequired: boolean
  isUnique: boolean
}

export interface FieldType<Value = unknown, Settings = Record<string, unknown>> {
  readonly type: DataType
  readonly family: OperatorFamily
  readonly storage: Storage
  /** Operators of this type, if they differ from its family's. */
  readonly operators?: readonly Operator[]
  /** Schema of one literal operand of an operator, if it differs from the family's (filters/operands.ts). */
  readonly operands?: Partial<Record<Operator, z.ZodType>>
  /** Type-specific settings with their defaults; unknown keys are rejected. */
  readonly settings: z.ZodType<Settings>
  /** The JSON schema of a value, for OpenAPI and the client's types. */
  readonly value: z.ZodType<Value>
  /** Validates and normalises JSON from a request. `null`, `''` and empty lists are the empty value (null). */
  parse(input: unknown, settings: Settings): Parsed<Value>
  /** Reads text that was typed, pasted or imported. */
  fromText(text: string, settings: Settings, context: TextContext): Parsed<Value>
  /** Writes a value as text that `fromText` reads back as the same value. */
  toText(value: Value, settings: Settings, context: TextContext): string
  /** A suffix that `toText` adds to every number, e.g. a percent sign. */
  readonly suffix?: string
  /** A number, string or list for sorting in the in-memory evaluator; null sorts last. */
  sortKey(value: Value): string | number | bigint | null
  /** Whether search finds a value by its words (`toSearchText`, else `toText`, is indexed). */
  readonly isSearchable: boolean
  toSearchText?(value: Value): string
  /** Whether a field of this type may be unique. */
  readonly canBeUnique: boolean
  /** Whether records can be sorted by this type; not by structured and file types. */
  readonly isSortable: boolean
  /** For a choice that is stored as a word: all words, in sort order. */
  readonly choices?: readonly string[]
  /** For values that are ids or lists of ids: what they refer to. */
  refersTo?(settings: Settings): Reference
  /** For values that are named by labels: the labels in a text, known or not. */
  labelsIn?(text: string, context: TextContext): readonly string[]
  /** For a list of ids: the labels in a text. */
  labels?(text: string, context: TextContext): string[]
  /** For file types: whether the field accepts an existing file. */
  acceptsFile?(settings: Settings, file: FileFacts): Parsed<true>
  /** Whether a value that is an address is shown as the picture there. */
  showsPicture?(settings: Settings): boolean
  /** Whether the server generates a missing value; such a field is never empty. */
  isAutomatic?(settings: Settings): boolean
  /** Examples for the conformance test. `context.ids` are existing ids of the right kind. */
  examples(context: { ids: readonly number[]; fileIds: readonly string[] }): FieldExamples<Value, Settings>
}

export interface FieldExamples<Value, Settings> {
  settings?: Partial<Settings>
  /** Values in ascending order, at least three if the type is sortable. */
  values: readonly Value[]
  /** JSON that must be rejected, with the code. */
  bad: readonly { input: unknown; code: FieldErrorCode }[]
  /** Text that must be read as a value (null: empty), in English, zone America/New_York, country US. */
  texts: readonly { text: string; value: Value | null }[]
  badTexts: readonly { text: string; code: FieldErrorCode }[]
}
