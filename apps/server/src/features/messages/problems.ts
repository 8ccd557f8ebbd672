/** What keeps a message from being sent, and what its author should look at. */
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import {
  type ContentType,
  type MessageContent,
  type MessageProblem,
  maxSmsLength,
} from '@muster/contract/messages/messages.schema'
import type { MessageRow, TeamMessageSettings } from './messages.repo.ts'

type Found = Omit<MessageProblem, 'detail' | 'path' | 'languageId'> & Partial<MessageProblem>
const problem = ({ code, isBlocking, languageId = null, path = '', detail = '' }: Found): MessageProblem => ({
  code,
  isBlocking,
  languageId,
  path,
  detail,
})

export function problemsOf(
  message: MessageRow,
  contents: readonly MessageContent[],
  settings: TeamMessageSettings,
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
  return [...problems, ...contentProblems(message.deliveryMethodId, message.contentTypeId, contents)]
}

/** Of what a message or a template says. */
export function contentProblems(
  method: DeliveryMethod,
  _contentType: ContentType,
  contents: readonly MessageContent[],
): MessageProblem[] {
  if (contents.length === 0) return [problem({ code: 'content_empty', isBlocking: true })]
  return contents.flatMap((content) => (method === 'SMS' ? smsProblems(content) : mailProblems(content)))
}

function smsProblems({ languageId, textOnlyVersion }: MessageContent): MessageProblem[] {
  if (textOnlyVersion.trim() === '')
    return [problem({ code: 'text_empty', isBlocking: true, languageId, path: 'textOnlyVersion' })]
  return textOnlyVersion.length > maxSmsLength
    ? [problem({ code: 'sms_too_long', isBlocking: true, languageId, path: 'textOnlyVersion' })]
    : []
}

function mailProblems({ languageId, subjectLine, design }: MessageContent): MessageProblem[] {
  return [
    ...(subjectLine.trim() === ''
      ? [problem({ code: 'subject_line_missing', isBlocking: true, languageId, path: 'subjectLine' })]
      : []),
    ...(design.blocks.length === 0
      ? [problem({ code: 'content_empty', isBlocking: true, languageId, path: 'design' })]
      : []),
  ]
}
