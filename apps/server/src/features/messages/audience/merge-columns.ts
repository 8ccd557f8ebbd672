/** The columns of records that contents name in merge fields. */
import type { MessageContent } from '@muster/contract/messages/messages.schema'

const fieldName = /(?<![\w.])field\.([a-z_][a-z0-9_]*)/gi

const textOfContent = (content: MessageContent): string =>
  [content.subjectLine, content.preheader, JSON.stringify(content.design), content.textOnlyVersion].join('\n')

export function columnsIn(contents: readonly MessageContent[]): Set<string> {
  return new Set(contents.flatMap((content) => [...textOfContent(content).matchAll(fieldName)].map(([, name]) => name!)))
}

/** Those that are written without a fallback. */
export function neededColumns(contents: readonly MessageContent[]): string[] {
  return [...columnsIn(contents)]
}
