/** Sends mails in jobs, so that a mail server that is down blocks no request; deletes expired rows. */

import { z } from 'zod'
import type { Deps } from '../../engine/public.ts'
import type { Transaction } from '../../platform/db.ts'
import { defineTask } from '../../platform/jobs.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { deleteExpired } from './auth.repo.ts'

const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  language: z.string().optional(),
})

export function authTasks({ mailer, pool }: Pick<Deps, 'mailer' | 'pool'>) {
  return {
    send_mail: defineTask({
      schema: mailSchema,
      run: async ({ language, ...mail }) => {
        await mailer.send({
          ...mail,
          ...(language && { language }),
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      },
      maxAttempts: 10,
    }),
    delete_expired: defineTask({
      schema: z.object({}),
      run: () => deleteExpired(pool),
      cron: '17 * * * *',
    }),
  }
}

/** @param client queues the mail in this transaction: it is sent if and only if that commits */
export async function queueMail(jobs: Deps['jobs'], mail: Mail, client?: Transaction): Promise<void> {
  await jobs.add('send_mail', mail, client ? { client } : {})
}
