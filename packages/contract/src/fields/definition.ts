/** What one field type must say about itself; `types/index.ts` holds them all. Nothing else switches on a type. */
import type { z } from 'zod'
import type { FieldErrorCode } from '../errors.ts'
import type { Operator } from '../filters/operators.ts'
import type { DataType, FileKind, OperatorFamily, Storage } from './families.ts'

/** A value, or the code of what is wrong with it; never a coerced or truncated value. */
export type Parsed<V> =
  | { ok: true; value: V | null }
  | { ok: false; code: FieldErrorCode; params?: Record<string, string | number> }

/** What a type may need to know to read or write a value as text. */
export interface TextContext {
  /** BCP 47 language of the person, for numbers and dates typed by hand; files use 'en' and ISO dates. */
  language: 'en' | 'es' | 'fr'
  /** IANA zone of the team. */
  timeZone: string
  /** ISO 3166 code that national phone numbers belong to. */
  country: string
  /** For selections and links: label to id and back. Absent where labels are unknown (then ids pass as digits). */
  idOf?: (label: string) => number | undefined
  labelOf?: (id: number) => string | undefined
  /** What parts several labels of one text, where somebody said so. */
  separator?: string
}

/** What a value's ids are ids of, and the code for one that is not there. */
export type Reference =
  | { to: 'record'; collectionId: number | null; unknown: FieldErrorCode }
  | { to: 'collection'; unknown: FieldErrorCode }
  | { to: 'file'; unknown: FieldErrorCode }

/** Facts of an uploaded file that a field's settings judge. */
export interface FileFacts {
  kind: FileKind
  /** Bytes. */
  size: number
}

/** Settings every field has, whatever its type. */
export interface CommonSettings {
  isRequired: boolean
  isUnique: boolean
}

export interface FieldType<Value = unknown, Settings = Record<string, unknown>> {
  readonly type: DataType
  readonly family: OperatorFamily
  readonly storage: Storage
  /** Operators this type has, where it differs from its family. */
  readonly operators?: readonly Operator[]
  /** Shape of one literal operand of an operator, where it differs from its family (filters/operands.ts). */
  readonly operands?: Partial<Record<Operator, z.ZodType>>
  /** Type-specific settings with their defaults; unknown keys are refused. */
  readonly settings: z.ZodType<Settings>
  /** The JSON shape of a value, for OpenAPI and for the client's types. */
  readonly value: z.ZodType<Value>
  /** Checks and normalises JSON from a request. `null`, `''` and empty lists are the empty value (null). */
  parse(input: unknown, settings: Settings): Parsed<Value>
  /** Reads what a person typed, pasted or had in a file. */
  fromText(text: string, settings: Settings, context: TextContext): Parsed<Value>
  /** Writes a value so that `fromText` reads the same value back. */
  toText(value: Value, settings: Settings, context: TextContext): string
  /** What `toText` writes behind every number, e.g. a percent sign; none where left out. */
  readonly suffix?: string
  /** A number, string or list that sorts as people expect; null sorts last. For the in-memory evaluator. */
  sortKey(value: Value): string | number | bigint | null
  /** Whether the words of a value are found by search (its `toSearchText`, else its `toText`, is indexed). */
  readonly isSearchable: boolean
  toSearchText?(value: Value): string
  /** Whether a field of this type may be unique. */
  readonly canBeUnique: boolean
  /** Whether values are compared with others' in a grid sort; structured and file types are not. */
  readonly isSortable: boolean
  /** For a choice that is stored as a word: all words, in the order they sort in. */
  readonly choices?: readonly string[]
  /** For a value that is an id or a list of ids: what they point at. */
  refersTo?(settings: Settings): Reference
  /** For values that are named by labels: the labels in a text, whether they are known or not. */
  labelsIn?(text: string, context: TextContext): readonly string[]
  /** For a list of ids: the labels that a text names. */
  labels?(text: string, context: TextContext): string[]
  /** For file types: whether a file that exists may be put here. */
  acceptsFile?(settings: Settings, file: FileFacts): Parsed<true>
  /** Whether the server makes a value where none is given; such a field is never missing. */
  isAutomatic?(settings: Settings): boolean
  /** Proves of itself for the conformance test. `context.ids` are existing ids of the right kind. */
  examples(context: { ids: readonly number[]; fileIds: readonly string[] }): FieldExamples<Value, Settings>
}

export interface FieldExamples<Value, Settings> {
  settings?: Partial<Settings>
  /** Values in ascending order, at least three where the type is sortable. */
  values: readonly Value[]
  /** JSON that must be refused, with the code. */
  bad: readonly { input: unknown; code: FieldErrorCode }[]
  /** Text that must be read as a value (null: empty), in English, zone America/New_York, country US. */
  texts: readonly { text: string; value: Value | null }[]
  badTexts: readonly { text: string; code: FieldErrorCode }[]
}
