/** The values of merge fields that are the same for all recipients. */
import type { Language } from '@muster/contract/paging'
import type { Deps, TeamModel } from '../../engine/public.ts'
import { one, sql } from '../../platform/db.ts'
import { teamSettings } from './messages.repo.ts'
import type { SharedValues } from './rendering.ts'

export async function sharedValues(
  { pool, config }: Pick<Deps, 'pool' | 'config'>,
  model: TeamModel,
  subjectId: number | null,
  language: Language,
): Promise<SharedValues> {
  const { postalAddress } = await teamSettings(pool, model.teamId)
  const subject = await one<{ name: string }>(
    pool,
    sql`select coalesce(nullif(external_name_translations ->> ${language}::text, ''), external_name) as name
        from muster.message_subject where id = ${subjectId} and team_id = ${model.teamId}`,
  )
  return { teamName: model.name, postalAddress, subject: subject?.name ?? null, publicUrl: config.publicUrl }
}
