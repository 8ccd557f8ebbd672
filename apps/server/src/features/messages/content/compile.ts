/**
 * Compiles a content when it is saved: blocks to MJML, MJML to HTML, links numbered, Liquid parsed. The result is a plan
 * (`plan.ts`) that gives each recipient's mail without any of these steps.
 */
import { type ContentProblem, isWarning } from '@muster/contract/messages/blocks/definition'
import type { ImageSource } from '@muster/contract/messages/blocks/image'
import { allBlocks, type MailContent, type MessageDesign, textsOf } from '@muster/contract/messages/design'
import { textVersion } from '@muster/contract/messages/text-version'
import type { Language } from '@muster/contract/paging'
import { Assembler } from './assemble.ts'
import { designToMjml } from './blocks-to-mjml.ts'
import { cleanMailHtml } from './clean-mail-html.ts'
import type { MjmlNode, ViewList } from './layout-parts.ts'
import { Marks, markPattern } from './marks.ts'
import { type CompiledContent, type PlanPart, planVersion } from './plan.ts'
import { cleanList, listToText } from './text.ts'

export interface CompileOptions {
  language: Language
  /** The public address of a picture, wide enough for so many pixels; null: it is gone. */
  imageUrl(source: ImageSource, width: number): string | null
  /** Records for each `view_list`, by the id of its block. */
  lists?: ReadonlyMap<string, ViewList>
}

export interface Compiled {
  content: CompiledContent
  /** Of the Liquid and its places; what the JSON alone tells is found by `checkContent`. */
  problems: ContentProblem[]
}

/** Gmail shows no more of a mail than this, in bytes. */
const gmailLimit = 102_000

const noBlock = (path: string) => ({ blockId: null, path })

/**
 * A text whose Liquid cannot be read stands in the result as it was written, so that a preview shows it; `problems`
 * says which.
 */
export async function compileMail(mail: MailContent, options: CompileOptions): Promise<Compiled> {
  const marks = new Marks()
  const lists = new Map([...(options.lists ?? [])].map(([id, list]) => [id, cleanList(list)]))
  const subject = marks.mark(mail.subjectLine, noBlock('subjectLine'))
  const preheader = marks.mark(mail.preheader, noBlock('preheader'))
  const design = markDesign(mail.design, marks)
  const laidOut = designToMjml(design, { ...options, subject, preheader, lists })
  const text =
    mail.textOnly === null
      ? withoutTagLines(writeText(design, lists), marks)
      : marks.mark(mail.textOnly, noBlock('textOnly'))

  const assembler = new Assembler(marks)
  const html = assembler.html(withLineEnd(await mjmlToHtml(laidOut)))
  const content: CompiledContent = {
    version: planVersion,
    language: options.language,
    expressions: assembler.expressions,
    subject: assembler.line(subject, 'header'),
    html,
    text: assembler.text(withLineEnd(text)),
    links: assembler.links,
    uses: marks.uses,
  }
  const bytes = sizeOf(html)
  const tooLarge: ContentProblem[] =
    bytes > gmailLimit
      ? [{ ...noBlock('blocks'), code: 'too_large', params: { kilobytes: Math.ceil(bytes / 1000) } }]
      : []
  return { content, problems: distinct([...marks.problems, ...assembler.problems, ...tooLarge]) }
}

/** A text message. */
export function compileSms(text: string, language: Language): Compiled {
  const marks = new Marks()
  const marked = marks.mark(text, noBlock('textOnly'))
  const assembler = new Assembler(marks)
  const parts = assembler.text(marked)
  return {
    content: {
      version: planVersion,
      language,
      expressions: assembler.expressions,
      subject: [],
      html: null,
      text: parts,
      links: assembler.links,
      uses: marks.uses,
    },
    problems: distinct([...marks.problems, ...assembler.problems]),
  }
}

/** Whether a content may be sent. */
export const canSend = (problems: readonly ContentProblem[]): boolean =>
  problems.every(({ code }) => isWarning(code))

/** A copy of the design whose texts are clean and marked. */
function markDesign(design: MessageDesign, marks: Marks): MessageDesign {
  const copy = structuredClone(design)
  for (const block of allBlocks(copy.blocks)) {
    for (const { path, text, kind } of textsOf(block)) {
      const place = { blockId: block.id, path }
      const marked = marks.mark(text, place, kind === 'html')
      setText(block.settings, path, kind === 'html' ? cleanHtml(marked, block.type, place, marks) : marked)
    }
  }
  return copy
}

function cleanHtml(
  html: string,
  type: string,
  place: { blockId: string; path: string },
  marks: Marks,
): string {
  const clean = cleanMailHtml(html, type === 'text' ? 'text' : 'html')
  const isLost = (clean.match(markPattern)?.length ?? 0) < (html.match(markPattern)?.length ?? 0)
  if (isLost) marks.problems.push({ ...place, code: 'merge_place' })
  return clean
}

/** Writes a text at a path like `links.2.url`. */
function setText(settings: object, path: string, text: string): void {
  const keys = path.split('.')
  const last = keys.pop()!
  let at = settings as Record<string, unknown>
  for (const key of keys) at = at[key] as Record<string, unknown>
  at[last] = text
}

function writeText(design: MessageDesign, lists: ReadonlyMap<string, ViewList>): string {
  const byId = new Map(
    allBlocks(design.blocks).map((block) => [block.settings as object, lists.get(block.id)]),
  )
  return textVersion(design, (own) => listToText(own, byId.get(own) ?? { titles: [], rows: [] }))
}

/** Lines that are only tags, such as that of an `if`, leave no empty lines behind. */
function withoutTagLines(text: string, marks: Marks): string {
  return text.replace(/^((?:\ue000\d+\ue001)+)\n+/gm, (all, line: string) => {
    const sources = [...line.matchAll(markPattern)].map(([, number]) => marks.all[Number(number)]!.source)
    return sources.every((source) => source.startsWith('{%')) ? line : all
  })
}

/** MJML brings many packages: they are loaded with the first mail. */
async function mjmlToHtml(node: MjmlNode): Promise<string> {
  const { default: mjml2html } = await import('mjml')
  const { html } = await mjml2html(node as never, {
    validationLevel: 'strict',
    keepComments: false,
    fonts: {},
    ignoreIncludes: true,
  })
  return html
}

const withLineEnd = (text: string): string => `${text.trim()}\n`

/** Without the values. */
function sizeOf(parts: readonly PlanPart[]): number {
  return parts.reduce((sum, part) => {
    if (typeof part === 'string') return sum + Buffer.byteLength(part)
    return 'pick' in part ? sum + Math.max(0, ...part.of.map(sizeOf)) : sum
  }, 0)
}

const distinct = (problems: readonly ContentProblem[]): ContentProblem[] => [
  ...new Map(problems.map((found) => [JSON.stringify(found), found])).values(),
]
