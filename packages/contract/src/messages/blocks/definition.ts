/** What each type of block of an email defines; `blocks/index.ts` has them all. Nothing else switches on a type. */
import { z } from 'zod'

export const blockTypes = [
  'heading',
  'text',
  'button',
  'image',
  'columns',
  'column',
  'divider',
  'spacer',
  'social',
  'view_list',
  'html',
] as const
export type BlockTypeName = (typeof blockTypes)[number]

/** What can be wrong with a content; those in `warnings` do not keep it from being sent. */
export const contentProblemCodes = [
  'no_blocks',
  'subject_missing',
  'too_large',
  'text_missing',
  'label_missing',
  'url_missing',
  'url_invalid',
  'image_missing',
  'alt_missing',
  'columns_empty',
  'social_empty',
  'view_missing',
  'view_gone',
  'fields_missing',
  'merge_unknown',
  'merge_without_fallback',
  'merge_place',
  'liquid_syntax',
  'unsubscribe_missing',
] as const
export type ContentProblemCode = (typeof contentProblemCodes)[number]

const warnings: readonly ContentProblemCode[] = ['columns_empty', 'merge_without_fallback', 'too_large']
export const isWarning = (code: ContentProblemCode): boolean => warnings.includes(code)

export interface ContentProblem {
  /** The block that it is in; null: the subject line, the preheader, the text version or the whole content. */
  blockId: string | null
  /** Where in the block's settings or in the content: `url`, `links.2.url`, `subjectLine`. */
  path: string
  code: ContentProblemCode
  params?: Record<string, string | number>
}
export type FoundProblem = Omit<ContentProblem, 'blockId'>

/** What a content may refer to. */
export interface ContentEnv {
  /** The merge fields that exist, by name (`field.first_name`). */
  mergeNames: ReadonlySet<string>
  /** Names whose value every recipient has, so that they need no fallback. */
  alwaysFilled: ReadonlySet<string>
  /** The ids of a view's fields; undefined: the view does not exist or may not be read. */
  fieldsOfView(dataViewId: number): readonly number[] | undefined
  /** Whether a picture of the team exists. */
  hasPicture(fileId: string): boolean
  /** Whether the law asks for an unsubscribe link: everything but transactional messages. */
  needsUnsubscribe: boolean
}

/** A text of a block that may contain merge fields. */
export interface BlockText {
  path: string
  text: string
  kind: 'text' | 'html' | 'url'
}

/** What a text version is written with. */
export interface TextWriter {
  /** Rich text as plain text, links with their addresses. */
  html(html: string): string
  /** The records of a `view_list`, a line each; they depend on the team's data. */
  list(settings: ViewListSettings): string
}

export interface ViewListSettings {
  dataViewId: number | null
  dataFieldIds: number[]
  rowCount: number
  layout: 'list' | 'table'
  showsTitles: boolean
  emptyText: string
}

export interface BlockType<Settings = object> {
  readonly type: BlockTypeName
  /** The settings with their defaults; unknown keys are rejected. */
  readonly settings: z.ZodType<Settings>
  /** Whether the editor offers it; columns come with their `columns`. */
  readonly isOffered: boolean
  texts(settings: Settings): BlockText[]
  check(settings: Settings, env: ContentEnv): FoundProblem[]
  /** Its paragraphs in the text version; empty ones are left out. */
  toText(settings: Settings, write: TextWriter): string
}

export const colorSchema = z.string().regex(/^#[0-9a-f]{6}$/i)
export const alignSchema = z.enum(['left', 'center', 'right'])
/** An address; may contain merge fields. Half-typed ones are stored, and reported by `check`. */
export const urlText = z.string().trim().max(2000)

/** The space around a block, in pixels, and what is behind it. */
export const boxSettings = {
  paddingTop: z.number().int().min(0).max(100).default(12),
  paddingBottom: z.number().int().min(0).max(100).default(12),
  backgroundColor: colorSchema.nullable().default(null),
}

export const problem = (
  path: string,
  code: ContentProblemCode,
  params?: ContentProblem['params'],
): FoundProblem => ({ path, code, ...(params ? { params } : {}) })

/** A link goes to the web, a mail address or a telephone, or is a merge field. */
const linkStart = /^(https?:\/\/[^\s/]|mailto:[^\s]|tel:[+\d]|\{\{)/i

export function checkUrl(url: string, path: string): FoundProblem[] {
  if (url === '') return [problem(path, 'url_missing')]
  return linkStart.test(url) && !/\s/.test(url.replace(/\{\{[\s\S]*?\}\}/g, ''))
    ? []
    : [problem(path, 'url_invalid', { url: url.slice(0, 100) })]
}
