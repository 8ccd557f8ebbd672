/** Single-use links in mails: the mail contains the token, the database only its hash. */
import crypto from 'node:crypto'
import { type Executor, one, run, sql } from '../../platform/db.ts'

export type LinkKind = 'invitation' | 'setup-password'

/** Issues a link's token for a subject (a team user's or user's id) and revokes its earlier ones. */
export async function issueLink(
  executor: Executor,
  kind: LinkKind,
  subject: string,
  validDays: number,
): Promise<string> {
  await revokeLinks(executor, kind, subject)
  const token = crypto.randomBytes(32).toString('base64url')
  await run(
    executor,
    sql`insert into muster.auth_verification (identifier, value, expires_at)
        values (${identifierOf(kind, token)}, ${subject}, now() + make_interval(days => ${validDays}))`,
  )
  return token
}

/** The subject of a link that is still valid. */
export async function findLink(
  executor: Executor,
  kind: LinkKind,
  token: string,
): Promise<string | undefined> {
  const row = await one<{ value: string }>(
    executor,
    sql`select value from muster.auth_verification
        where identifier = ${identifierOf(kind, token)} and expires_at > now()`,
  )
  return row?.value
}

/** The same, and invalidates the link; of two concurrent calls only one gets the subject. */
export async function consumeLink(
  executor: Executor,
  kind: LinkKind,
  token: string,
): Promise<string | undefined> {
  const row = await one<{ value: string }>(
    executor,
    sql`delete from muster.auth_verification
        where identifier = ${identifierOf(kind, token)} and expires_at > now() returning value`,
  )
  return row?.value
}

export async function revokeLinks(executor: Executor, kind: LinkKind, subject: string): Promise<void> {
  await run(
    executor,
    sql`delete from muster.auth_verification
        where identifier like ${`${kind}:%`} and value = ${subject}`,
  )
}

function identifierOf(kind: LinkKind, token: string): string {
  return `${kind}:${crypto.createHash('sha256').update(token).digest('hex')}`
}
