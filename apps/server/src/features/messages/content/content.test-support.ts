/** Contents for the tests of this folder. */
import { type MessageBlock, newBlock } from '@muster/contract/messages/blocks/index'
import { type DesignSettings, type MailContent, messageDesignSchema } from '@muster/contract/messages/design'
import PostalMime from 'postal-mime'
import { type CompileOptions, compileMail } from './compile.ts'
import type { MergeData } from './liquid.ts'
import { composeMail, type MailHeaders, prepareMime } from './mime.ts'
import { prepareContent, renderContent, valuesFor } from './render.ts'

let last = 0

/** A block with some of its settings. */
export function block<Type extends MessageBlock['type']>(
  type: Type,
  settings: object = {},
): Extract<MessageBlock, { type: Type }> {
  const made = newBlock(type, () => `b${++last}`)
  return { ...made, settings: { ...made.settings, ...settings } } as Extract<MessageBlock, { type: Type }>
}

export const mail = (
  blocks: readonly MessageBlock[],
  more: Partial<MailContent> & { settings?: Partial<DesignSettings> } = {},
): MailContent => ({
  subjectLine: 'News',
  preheader: '',
  textOnly: null,
  ...more,
  design: messageDesignSchema.parse({ settings: more.settings ?? {}, blocks }),
})

export const options: CompileOptions = {
  language: 'en',
  imageUrl: (source, width) =>
    source.kind === 'url' ? source.url : `https://pictures.example/${source.fileId}/${width}`,
}

export const headers: MailHeaders = {
  from: { name: 'Food bank', address: 'news@food.example' },
  to: { name: 'Ana', address: 'ana@people.example' },
  messageId: 'r1.abc@food.example',
  date: new Date('2026-11-25T10:00:00Z'),
}

/** A content as one recipient gets it: as texts, and as the mail that a mail program reads. */
export async function sent(
  content: MailContent,
  data: MergeData = {},
  more: { options?: Partial<CompileOptions>; headers?: Partial<MailHeaders> } = {},
) {
  const compiled = await compileMail(content, { ...options, ...more.options })
  // As it comes back from the database.
  const prepared = prepareContent(JSON.parse(JSON.stringify(compiled.content)))
  const values = valuesFor(prepared, data, 'Europe/Madrid')
  const raw = composeMail(prepareMime(prepared), values, { ...headers, ...more.headers })
  return { ...compiled, ...renderContent(prepared, values), values, raw, read: await PostalMime.parse(raw) }
}
