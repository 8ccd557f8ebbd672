import type { SendSettings } from '@muster/contract/wizards/tasks/send_outgoing_message'
import { taskUi } from '../definition.ts'
import { Settings } from './Settings.tsx'

export const sendOutgoingMessage = taskUi<SendSettings>({ icon: 'fas fa-paper-plane', Settings })
