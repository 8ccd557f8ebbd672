/** What keeps a message from being sent, and what its author should look at. */
import {
  type ContentEnv,
  type ContentProblem,
  type ContentProblemCode,
  isWarning,
} from '@muster/contract/messages/blocks/definition'
import { checkContent } from '@muster/contract/messages/design'
import {
  canMerge,
  mergeName,
  mergeUsesIn,
  subjectValues,
  systemValues,
} from '@muster/contract/messages/merge'
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import {
  type ContentType,
  type MessageContent,
  type MessageProblem,
  maxSmsLength,
} from '@muster/contract/messages/messages.schema'
import type { Language } from '@muster/contract/paging'
import type { TeamModel } from '../../engine/public.ts'
import { mailOf } from './mail-of.ts'
import type { MessageRow, TeamMessageSettings } from './messages.repo.ts'

type Found = Pick<MessageProblem, 'code' | 'isBlocking'> & Partial<MessageProblem>
const problem = ({ code, isBlocking, languageId = null, path = '', detail = '' }: Found): MessageProblem => ({
  code,
  isBlocking,
  languageId,
  path,
  detail,
})

/** @param pictures of the team that exist, see `picturesIn` */
export function problemsOf(
  model: TeamModel,
  message: MessageRow,
  contents: readonly MessageContent[],
  settings: TeamMessageSettings,
  pictures: ReadonlySet<string>,
): MessageProblem[] {
  const problems: MessageProblem[] = []
  if (message.senderId === null || message.senderState === null)
    problems.push(problem({ code: 'no_sender', isBlocking: true, path: 'senderId' }))
  else if (message.senderState !== 'active')
    problems.push(problem({ code: 'sender_paused', isBlocking: false, path: 'senderId' }))
  if (message.audience.include.length === 0 && !message.isAutomatic)
    problems.push(problem({ code: 'no_audience', isBlocking: true, path: 'audience' }))
  const isMarketingMail = message.deliveryMethodId === 'EMAIL' && message.contentTypeId === 'MARKETING'
  if (isMarketingMail && settings.postalAddress.trim() === '')
    problems.push(problem({ code: 'no_postal_address', isBlocking: false }))
  return [
    ...problems,
    ...contentProblems(model, message.deliveryMethodId, message.contentTypeId, contents, pictures),
  ]
}

/** Of what a message or a template says. @param pictures as of `problemsOf` */
export function contentProblems(
  model: TeamModel,
  method: DeliveryMethod,
  contentType: ContentType,
  contents: readonly MessageContent[],
  pictures: ReadonlySet<string>,
): MessageProblem[] {
  if (contents.length === 0) return [problem({ code: 'content_empty', isBlocking: true })]
  const env = contentEnv(model, contentType, pictures)
  return contents.flatMap((content) =>
    method === 'SMS'
      ? smsProblems(env, content)
      : checkContent(mailOf(content), env).map((found) => presentProblem(found, content.languageId)),
  )
}

function smsProblems(
  { mergeNames }: ContentEnv,
  { languageId, textOnlyVersion }: MessageContent,
): MessageProblem[] {
  const at = { languageId, path: 'textOnlyVersion' }
  if (textOnlyVersion.trim() === '') return [problem({ code: 'text_empty', isBlocking: true, ...at })]
  const unknown = mergeUsesIn(textOnlyVersion).filter(({ name }) => !mergeNames.has(name))
  return [
    ...(textOnlyVersion.length > maxSmsLength
      ? [problem({ code: 'sms_too_long', isBlocking: true, ...at })]
      : []),
    ...unknown.map(({ name }) =>
      problem({ code: 'merge_field_unknown', isBlocking: true, detail: name, ...at }),
    ),
  ]
}

/** What a content may refer to: the fields of all collections of people, and displayed fields of the team's views. */
function contentEnv(model: TeamModel, contentType: ContentType, pictures: ReadonlySet<string>): ContentEnv {
  const people = [...model.collections.values()].filter((one) => one.representsPeople && !one.deletedAt)
  const columns = people.flatMap(({ fields }) =>
    fields.filter(({ dataType }) => canMerge(dataType)).map(({ columnName }) => columnName),
  )
  const system = systemValues.map((name) => mergeName({ kind: 'SYSTEM', name }))
  const subject = subjectValues.map((name) => mergeName({ kind: 'SUBJECT', name }))
  return {
    mergeNames: new Set([
      ...columns.map((name) => mergeName({ kind: 'DATA_FIELD', name })),
      ...system,
      ...subject,
    ]),
    alwaysFilled: new Set([...system, ...subject]),
    fieldsOfView: (dataViewId) =>
      model.views.get(dataViewId)?.displayedFields.map(({ dataFieldId }) => dataFieldId),
    hasPicture: (fileId) => pictures.has(fileId),
    needsUnsubscribe: contentType !== 'TRANSACTIONAL',
  }
}

/** Problems that have a code of their own; the detail says which all others are. */
const codes: Partial<Record<ContentProblemCode, MessageProblem['code']>> = {
  subject_missing: 'subject_line_missing',
  no_blocks: 'content_empty',
  alt_missing: 'alt_text_missing',
  url_missing: 'link_invalid',
  url_invalid: 'link_invalid',
  merge_unknown: 'merge_field_unknown',
}

export function presentProblem(
  { code, blockId, path, params }: ContentProblem,
  languageId: Language,
): MessageProblem {
  const known = codes[code]
  return problem({
    code: known ?? 'content_invalid',
    isBlocking: !isWarning(code),
    languageId,
    path: blockId === null ? path : `${blockId}.${path}`,
    detail: [...(known ? [] : [code]), ...Object.values(params ?? {})].join(' '),
  })
}
