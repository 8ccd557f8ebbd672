/** Types whose value is an uploaded file or a list of them. Stored as uuids, returned by the API as file objects. */
import { z } from 'zod'
import type { FieldType, FileFacts, Parsed } from '../../definition.ts'
import { type FileKind, fileKinds } from '../../families.ts'
import { bad, isEmptyInput, isObject, ok } from '../../parsed.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A file in the API. */
export const fileObjectSchema = z
  .object({
    id: z.uuid(),
    url: z.string(),
    name: z.string(),
    /** In bytes. */
    size: z.number().int(),
    kind: z.enum(fileKinds),
    thumbnail: z.string().nullable(),
  })
  .meta({ id: 'File' })
export type FileObject = z.infer<typeof fileObjectSchema>

/** Input: a uuid, or an object with one as its `id`. Output: the object. */
export type FileValue = string | FileObject
export const fileValueSchema: z.ZodType<FileValue> = z.union([z.uuid(), fileObjectSchema])

export function isUuid(input: unknown): input is string {
  return typeof input === 'string' && uuid.test(input)
}

export function fileIdOf(value: FileValue): string {
  return typeof value === 'string' ? value : value.id
}

export function readFileId(input: unknown): Parsed<string> {
  const id = isObject(input) ? input.id : input
  const lower = typeof id === 'string' ? id.trim().toLowerCase() : id
  return isUuid(lower) ? ok(lower) : bad('unknown_file')
}

const address = /\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/gi

/** Ids of the files whose URLs appear in a text, as exports write them: `photo.jpg (https://…/files/<id>)`. */
export function fileIdsIn(text: string): string[] {
  return [...text.matchAll(address)].map(([, id]) => (id as string).toLowerCase())
}

/** Reads a file from text: its id, or one URL of it. */
export function readFileText(text: string): Parsed<string> {
  const ids = new Set(fileIdsIn(text))
  const [only] = ids
  return only !== undefined && ids.size === 1 ? ok(only) : readFileId(text)
}

export const maxSizeSetting = z.number().positive().max(5000).nullable().default(null)
/** Empty: any kind. */
export const kindsSetting = z.array(z.enum(fileKinds)).max(fileKinds.length).default([])
export const maxFiles = 100
export const maxFilesSetting = z.number().int().min(1).max(maxFiles).default(maxFiles)

interface FileSettings {
  maxSizeMb: number | null
}

export function acceptsFile(
  kinds: readonly FileKind[],
  maxSizeMb: number | null,
  file: FileFacts,
): Parsed<true> {
  if (kinds.length > 0 && !kinds.includes(file.kind)) return bad('file_kind', { allowed: kinds.join(', ') })
  if (maxSizeMb !== null && file.size > maxSizeMb * 1024 * 1024) return bad('file_size', { max: maxSizeMb })
  return ok(true)
}

interface FileSpec<S extends FileSettings> {
  type: FieldType['type']
  settings: z.ZodType<S>
  kinds(settings: S): readonly FileKind[]
}

const reference = { to: 'file', unknown: 'unknown_file' } as const

export function fileType<S extends FileSettings>(spec: FileSpec<S>): FieldType<FileValue, S> {
  return {
    type: spec.type,
    family: 'file',
    storage: 'file',
    settings: spec.settings,
    value: fileValueSchema,
    parse: (input) => (isEmptyInput(input) ? ok(null) : readFileId(input)),
    fromText: (text) => (isEmptyInput(text) ? ok(null) : readFileText(text)),
    toText: fileIdOf,
    sortKey: fileIdOf,
    isSearchable: false,
    canBeUnique: false,
    isSortable: false,
    refersTo: () => reference,
    acceptsFile: (settings, file) => acceptsFile(spec.kinds(settings), settings.maxSizeMb, file),
    examples: ({ fileIds }) => ({
      values: fileIds,
      bad: [
        { input: 'photo.jpg', code: 'unknown_file' },
        { input: 7, code: 'unknown_file' },
        { input: { name: 'photo.jpg' }, code: 'unknown_file' },
      ],
      texts: [
        { text: ` ${fileIds[0]?.toUpperCase()} `, value: fileIds[0] ?? null },
        { text: '', value: null },
      ],
      badTexts: [{ text: 'photo.jpg', code: 'unknown_file' }],
    }),
  }
}

export function filesType<S extends FileSettings & { maxCount: number }>(
  spec: FileSpec<S>,
): FieldType<FileValue[], S> {
  function readAll(inputs: readonly unknown[], settings: S): Parsed<FileValue[]> {
    const ids = new Set<string>()
    for (const input of inputs) {
      const id = readFileId(input)
      if (!id.ok) return id
      if (id.value !== null) ids.add(id.value)
    }
    return ids.size > settings.maxCount ? bad('too_many', { max: settings.maxCount }) : ok([...ids])
  }
  return {
    type: spec.type,
    family: 'file',
    storage: 'files',
    settings: spec.settings,
    value: z.array(fileValueSchema),
    parse(input, settings) {
      if (isEmptyInput(input)) return ok(null)
      return Array.isArray(input) ? readAll(input, settings) : bad('wrong_type')
    },
    fromText(text, settings) {
      if (isEmptyInput(text)) return ok(null)
      const ids = fileIdsIn(text)
      return readAll(ids.length > 0 ? ids : text.trim().split(/[,;\s]+/), settings)
    },
    toText: (files) => files.map(fileIdOf).join(', '),
    sortKey: (files) => files.length,
    isSearchable: false,
    canBeUnique: false,
    isSortable: false,
    refersTo: () => reference,
    acceptsFile: (settings, file) => acceptsFile(spec.kinds(settings), settings.maxSizeMb, file),
    examples: ({ fileIds }) => ({
      values: [fileIds.slice(0, 1), [...fileIds], [...fileIds].reverse()],
      bad: [
        { input: fileIds[0], code: 'wrong_type' },
        { input: ['photo.jpg'], code: 'unknown_file' },
        {
          input: Array.from({ length: maxFiles + 1 }, (_, i) => uuidOf(i)),
          code: 'too_many',
        },
      ],
      texts: [
        { text: fileIds.join(', '), value: [...fileIds] },
        { text: '', value: null },
      ],
      badTexts: [{ text: 'photo.jpg', code: 'unknown_file' }],
    }),
  }
}

function uuidOf(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
}
