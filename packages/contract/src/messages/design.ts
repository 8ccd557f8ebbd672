/** The design of an email: its look and its blocks. The JSON is the only truth; HTML is made of it and never read back. */
import { z } from 'zod'
import {
  type BlockText,
  type ContentEnv,
  type ContentProblem,
  colorSchema,
  type FoundProblem,
  problem,
} from './blocks/definition.ts'
import {
  blockSchema,
  blockType,
  type ColumnBlock,
  type LeafBlock,
  type MessageBlock,
} from './blocks/index.ts'
import { distinctUses, type MergeUse, mergeUsesIn, unsubscribeNames } from './merge.ts'

/** Fonts that mail programs have; each is named with its substitutes by the compiler. */
export const messageFonts = [
  'arial',
  'georgia',
  'helvetica',
  'system',
  'tahoma',
  'times',
  'trebuchet',
  'verdana',
] as const
export type MessageFont = (typeof messageFonts)[number]

export const designSettingsSchema = z.strictObject({
  /** Of the content on a wide screen, in pixels. */
  width: z.number().int().min(320).max(900).default(600),
  font: z.enum(messageFonts).default('system'),
  fontSize: z.number().int().min(12).max(24).default(16),
  backgroundColor: colorSchema.default('#f4f4f5'),
  contentColor: colorSchema.default('#ffffff'),
  textColor: colorSchema.default('#18181b'),
  linkColor: colorSchema.default('#4338ca'),
  buttonColor: colorSchema.default('#4338ca'),
  buttonTextColor: colorSchema.default('#ffffff'),
  /** Of the corners of buttons and of the content, in pixels. */
  radius: z.number().int().min(0).max(32).default(6),
  /** Whether programs in dark mode get dark colors; otherwise they are asked to keep the light ones. */
  hasDarkMode: z.boolean().default(true),
})
export type DesignSettings = z.output<typeof designSettingsSchema>

export const maxBlocks = 200

export const messageDesignSchema = z
  .strictObject({
    settings: designSettingsSchema.prefault({}),
    blocks: z.array(blockSchema).max(maxBlocks).default([]),
  })
  .superRefine(({ blocks }, context) => {
    const all = allBlocks(blocks)
    if (all.length > maxBlocks) context.addIssue({ code: 'custom', path: ['blocks'], message: 'too_many' })
    if (new Set(all.map(({ id }) => id)).size < all.length)
      context.addIssue({ code: 'custom', path: ['blocks'], message: 'not_unique' })
  })
export type MessageDesign = z.output<typeof messageDesignSchema>

export const emptyDesign = (): MessageDesign => messageDesignSchema.parse({})

export type AnyBlock = MessageBlock | ColumnBlock

/** All blocks in reading order, each before those in it. */
export function allBlocks(blocks: readonly AnyBlock[]): AnyBlock[] {
  return blocks.flatMap((block): AnyBlock[] =>
    'children' in block ? [block, ...allBlocks(block.children as (ColumnBlock | LeafBlock)[])] : [block],
  )
}

export const textsOf = (block: AnyBlock): BlockText[] =>
  blockType(block.type)
    .texts(block.settings)
    .filter(({ text }) => text !== '')

/** What a person writes for one language of an email. */
export interface MailContent {
  subjectLine: string
  preheader: string
  design: MessageDesign
  /** The text version where somebody has edited it; null: it follows the design. */
  textOnly: string | null
}

/** The values that a content uses, each once. */
export function usesOfContent({ subjectLine, preheader, design, textOnly }: MailContent): MergeUse[] {
  return distinctUses([
    ...[subjectLine, preheader, textOnly ?? ''].flatMap((text) => mergeUsesIn(text)),
    ...allBlocks(design.blocks).flatMap(textsOf).flatMap(usesOfText),
  ])
}

const usesOfText = ({ text, kind }: BlockText): MergeUse[] => mergeUsesIn(text, kind === 'html')

/** What is wrong with a content, block by block, as far as its own JSON tells; the compiler adds errors of Liquid. */
export function checkContent(content: MailContent, env: ContentEnv): ContentProblem[] {
  const { subjectLine, preheader, design, textOnly } = content
  const whole: FoundProblem[] = [
    ...(subjectLine.trim() === '' ? [problem('subjectLine', 'subject_missing')] : []),
    ...checkUses(mergeUsesIn(subjectLine), 'subjectLine', env),
    ...checkUses(mergeUsesIn(preheader), 'preheader', env),
    ...checkUses(mergeUsesIn(textOnly ?? ''), 'textOnly', env),
    ...(design.blocks.length === 0 ? [problem('blocks', 'no_blocks')] : []),
    ...checkUnsubscribe(content, env),
  ]
  return [
    ...whole.map((found) => ({ blockId: null, ...found })),
    ...allBlocks(design.blocks).flatMap((block) =>
      checkBlock(block, env).map((found) => ({ blockId: block.id, ...found })),
    ),
  ]
}

function checkBlock(block: AnyBlock, env: ContentEnv): FoundProblem[] {
  const isEmpty = block.type === 'columns' && block.children.every(({ children }) => children.length === 0)
  return [
    ...(isEmpty ? [problem('children', 'columns_empty')] : []),
    ...blockType(block.type).check(block.settings, env),
    ...textsOf(block).flatMap((text) => checkUses(usesOfText(text), text.path, env)),
  ]
}

function checkUses(uses: readonly MergeUse[], path: string, env: ContentEnv): FoundProblem[] {
  return distinctUses(uses).flatMap(({ name, needsValue }): FoundProblem[] => {
    if (!env.mergeNames.has(name)) return [problem(path, 'merge_unknown', { name })]
    const mayBeEmpty = needsValue && !env.alwaysFilled.has(name)
    return mayBeEmpty ? [problem(path, 'merge_without_fallback', { name })] : []
  })
}

/** The link must be in the HTML and, if somebody wrote one, in the text version. */
function checkUnsubscribe({ design, textOnly }: MailContent, env: ContentEnv): FoundProblem[] {
  if (!env.needsUnsubscribe) return []
  const hasLink = (uses: readonly MergeUse[]) => uses.some(({ name }) => unsubscribeNames.includes(name))
  const inDesign = hasLink(allBlocks(design.blocks).flatMap(textsOf).flatMap(usesOfText))
  const inText = textOnly === null || hasLink(mergeUsesIn(textOnly))
  return [
    ...(inDesign ? [] : [problem('blocks', 'unsubscribe_missing')]),
    ...(inText ? [] : [problem('textOnly', 'unsubscribe_missing')]),
  ]
}
