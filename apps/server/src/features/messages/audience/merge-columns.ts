/** The columns of records that contents name in merge fields. */
import { usesOfContent } from '@muster/contract/messages/design'
import { mergeUsesIn } from '@muster/contract/messages/merge'
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import type { MessageContent } from '@muster/contract/messages/messages.schema'
import { mailOf } from '../mail-of.ts'

type Texts = Pick<MessageContent, 'subjectLine' | 'preheader' | 'design' | 'textOnlyVersion'>

const fieldName = /(?<![\w.])field\.([a-z_][a-z0-9_]*)/gi

const textOfContent = ({ subjectLine, preheader, design, textOnlyVersion }: Texts): string =>
  [subjectLine, preheader, JSON.stringify(design), textOnlyVersion].join('\n')

/** Whatever looks like one, in any part of the content. */
export function columnsIn(contents: readonly Texts[]): Set<string> {
  return new Set(
    contents.flatMap((content) => [...textOfContent(content).matchAll(fieldName)].map(([, name]) => name!)),
  )
}

/** Those that are written without a fallback. */
export function neededColumns(method: DeliveryMethod, contents: readonly MessageContent[]): string[] {
  const uses = contents.flatMap((content) =>
    method === 'SMS' ? mergeUsesIn(content.textOnlyVersion) : usesOfContent(mailOf(content)),
  )
  const names = uses.filter(({ needsValue }) => needsValue).map(({ name }) => name.split('.'))
  return [...new Set(names.flatMap(([root, column]) => (root === 'field' && column ? [column] : [])))]
}
