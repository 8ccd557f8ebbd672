/** SQL for people's identities with OpenID Connect providers. */
import { type Executor, one, run, sql } from '../../platform/db.ts'

export interface Identity {
  issuer: string
  subject: string
}

/** Who has signed in with this identity before. */
export async function findIdentity(
  executor: Executor,
  { issuer, subject }: Identity,
): Promise<string | undefined> {
  const row = await one<{ userId: string }>(
    executor,
    sql`select user_id as "userId" from muster.auth_account
        where provider_id = ${providerId(issuer)} and account_id = ${subject}`,
  )
  return row?.userId
}

/** Keeps no token of the provider: none is needed after signing in. */
export async function insertIdentity(
  executor: Executor,
  userId: string,
  { issuer, subject }: Identity,
): Promise<void> {
  await run(
    executor,
    sql`insert into muster.auth_account (user_id, account_id, provider_id)
        values (${userId}, ${subject}, ${providerId(issuer)})
        on conflict (provider_id, account_id) do nothing`,
  )
}

/** Deletes the password of somebody whose address had not been confirmed, and who may be a stranger. */
export async function deletePassword(executor: Executor, userId: string): Promise<void> {
  await run(
    executor,
    sql`delete from muster.auth_account where user_id = ${userId} and provider_id = 'credential'`,
  )
}

/** The same subject of another provider is another person. */
function providerId(issuer: string): string {
  return `oidc:${issuer}`
}
