/** A compiled content made ready for many recipients, and what it says to each. */

import { type MergeData, type ParsedLiquid, parseLiquid, renderLiquid, type Writing } from './liquid.ts'
import type { CompiledContent, SpliceOptions } from './plan.ts'
import { planVersion, splice } from './plan.ts'

export interface PreparedContent {
  content: CompiledContent
  expressions: ParsedLiquid[]
}

/** Parses a content's Liquid, once for all recipients. @throws Error if it was compiled by another version */
export function prepareContent(content: CompiledContent): PreparedContent {
  if (content.version !== planVersion) throw new Error(`content was compiled as version ${content.version}`)
  return { content, expressions: content.expressions.map(parseLiquid) }
}

/** The values of all expressions for a recipient. @throws LiquidProblem when one reaches a limit */
export function valuesFor(
  { content, expressions }: PreparedContent,
  data: MergeData,
  timeZone: string,
): string[] {
  const writing: Writing = { language: content.language, timeZone }
  return expressions.map((parsed) => renderLiquid(parsed, data, writing))
}

/** Names of values that a content shows without a fallback and that a recipient does not have. */
export function missingValues({ uses }: CompiledContent, data: MergeData): string[] {
  return uses
    .filter(({ name, needsValue }) => needsValue && isEmpty(valueAt(data, name)))
    .map(({ name }) => name)
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (Array.isArray(value) ? value.length === 0 : String(value).trim() === '')

function valueAt(data: MergeData, name: string): unknown {
  const [root = '', key = ''] = name.split('.')
  const values = Object.hasOwn(data, root) ? data[root] : undefined
  return values && Object.hasOwn(values, key) ? values[key] : undefined
}

export interface RenderedContent {
  subject: string
  html: string | null
  text: string
}

/** A recipient's message as text, for previews and text messages; mails are sent by `mime.ts`. */
export function renderContent(
  { content }: PreparedContent,
  values: readonly string[],
  options: Pick<SpliceOptions, 'linkUrl'> = {},
): RenderedContent {
  const { subject, html, text, links } = content
  return {
    subject: splice(subject, values, links),
    html: html && splice(html, values, links, options),
    text: splice(text, values, links, options),
  }
}
