/** The public API of messages for other features. */
export { sendAutomatic } from './automatic.service.ts'
export { forgetInMessages, forgetValuesInMessages, messagesOfPeople } from './forget-people.ts'
export { createMessage, updateMessage } from './messages.service.ts'
export { sendersFor } from './senders/senders.service.ts'
export { storeAsSent } from './sent-before.ts'
export { queueSms, smsSenderOf } from './single-sms.ts'
export { smsText } from './sms-texts.ts'
export { createTemplate, moveTemplate, saveTemplateContent } from './templates.service.ts'
