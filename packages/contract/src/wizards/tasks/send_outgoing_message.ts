/** Sends a message from a template to the records of a variable, once the run has been saved. */
import { z } from 'zod'
import { idSchema } from '../../paging.ts'
import { collectionOfVariable } from '../variables.ts'
import { checkRecords, resolveName } from './common.ts'
import type { DesignEnv, Problem, WizardTaskType } from './definition.ts'

const settings = z.strictObject({
  outgoingMessageTemplateId: idSchema.nullable().default(null),
  recordsValue: z.string().max(110).nullable().default(null),
})
export type SendSettings = z.output<typeof settings>
type Found = Pick<Problem, 'path' | 'code'>

export const sendOutgoingMessage: WizardTaskType<SendSettings> = {
  type: 'send_outgoing_message',
  group: 'send_message',
  settings,
  effect: 'afterCommit',
  asks: () => false,
  gives: () => null,
  reads: ({ recordsValue }) => (recordsValue ? [recordsValue] : []),
  needs: () => [],
  check(s, context) {
    const gone = checkTemplate(s, context.env)
    const found = checkRecords(s.recordsValue, context)
    if (found.length > 0) return [...gone, ...found]
    const variable = resolveName(s.recordsValue ?? '', context)
    const collection = variable ? collectionOfVariable(variable) : null
    const arePeople = collection !== null && context.env.collectionOf(collection)?.representsPeople
    return arePeople ? gone : [...gone, { path: 'recordsValue', code: 'message_needs_people' }]
  },
}

/** Without a template it sends nothing; so it would with one that is not published any more, which nobody wants. */
function checkTemplate({ outgoingMessageTemplateId: id }: SendSettings, env: DesignEnv): Found[] {
  return id === null || env.hasTemplate(id)
    ? []
    : [{ path: 'outgoingMessageTemplateId', code: 'template_gone' }]
}
