/** The values of merge fields that are the same for all recipients. */
import type { Language } from '@muster/contract/paging'
import type { TeamModel } from '../../engine/public.ts'
import { type Executor, one, sql } from '../../platform/db.ts'
import { teamSettings } from './messages.repo.ts'

/** With what else all mails of a message in one language share. */
export interface MessageValues {
  teamName: string
  postalAddress: string
  /** Null: the message has none. */
  subject: string | null
  timeZone: string
}

export async function messageValues(
  executor: Executor,
  { teamId, name, timeZone }: TeamModel,
  subjectId: number | null,
  language: Language,
): Promise<MessageValues> {
  const { postalAddress } = await teamSettings(executor, teamId)
  const subject = await one<{ name: string }>(
    executor,
    sql`select coalesce(nullif(external_name_translations ->> ${language}::text, ''), external_name) as name
        from muster.message_subject where id = ${subjectId} and team_id = ${teamId}`,
  )
  return { teamName: name, postalAddress, subject: subject?.name ?? null, timeZone }
}
