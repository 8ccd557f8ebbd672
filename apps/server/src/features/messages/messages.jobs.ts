/** Background jobs of messages, but for the sending itself. */
import { z } from 'zod'
import type { Deps } from '../../engine/public.ts'
import { defineTask } from '../../platform/jobs.ts'
import { countMessage } from './sender/progress.ts'
import { smsTasks } from './single-sms.ts'
import { startDue, startMessage } from './start.ts'

export function messagesTasks(deps: Deps) {
  return {
    ...smsTasks(deps),
    start_message: defineTask({
      schema: z.object({ teamId: z.number(), messageId: z.number() }),
      run: ({ teamId, messageId }) => startMessage(deps, teamId, messageId),
    }),
    count_message: defineTask({
      schema: z.object({ teamId: z.number(), messageId: z.number() }),
      run: ({ teamId, messageId }) => countMessage(deps, teamId, messageId),
    }),
    start_due_messages: defineTask({
      schema: z.object({}),
      cron: '* * * * *',
      run: (_payload, { signal }) => startDue(deps, new Date(), signal),
    }),
  }
}
