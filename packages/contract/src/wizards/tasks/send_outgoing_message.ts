/** Sends a message from a template to the records of a variable, once the run has been saved. */
import { z } from 'zod'
import { idSchema } from '../../paging.ts'
import { collectionOfVariable } from '../variables.ts'
import { checkRecords, resolveName } from './common.ts'
import type { WizardTaskType } from './definition.ts'

const settings = z.strictObject({
  outgoingMessageTemplateId: idSchema.nullable().default(null),
  recordsValue: z.string().max(110).nullable().default(null),
})
export type SendSettings = z.output<typeof settings>

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
    const found = checkRecords(s.recordsValue, context)
    if (found.length > 0) return found
    const variable = resolveName(s.recordsValue ?? '', context)
    const collection = variable ? collectionOfVariable(variable) : null
    const arePeople = collection !== null && context.env.collectionOf(collection)?.representsPeople
    return arePeople ? [] : [{ path: 'recordsValue', code: 'message_needs_people' }]
  },
}
