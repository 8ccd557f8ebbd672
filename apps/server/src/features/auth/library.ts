/**
 * Configures the auth library on our tables: accounts, passwords, verification, reset. Its HTTP router is
 * never mounted; our endpoints call `auth.api`, and cookies, throttling and mails are ours.
 */

import crypto from 'node:crypto'
import type { Language } from '@muster/contract/paging'
import { betterAuth } from 'better-auth'
import { Kysely, type KyselyPlugin, PostgresDialect } from 'kysely'
import type { Deps } from '../../engine/public.ts'
import { ContextVariable } from '../../platform/context-variable.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { queueMail } from './auth.jobs.ts'
import { confirmUser, deleteSessions, hasPassword } from './auth.repo.ts'
import { accountExistsMail, passwordResetMail, verificationMail } from './mails.ts'

/** How long the links in mails are valid. */
const verificationSeconds = 24 * 60 * 60
const passwordResetSeconds = 60 * 60

/** The header that carries the client's address to the library; only we set it. */
export const addressHeader = 'x-client-address'

/** The language of the mails that a library call sends. */
const mailLanguage = new ContextVariable<Language>()

/** Runs `work` so that the library's mails use this language. */
export function inLanguage<Result>(language: Language, work: () => Promise<Result>): Promise<Result> {
  return mailLanguage.run(language, work)
}

export type AuthLibrary = ReturnType<typeof createAuthLibrary>

export function createAuthLibrary(deps: Pick<Deps, 'config' | 'pool' | 'log' | 'jobs' | 'live'>) {
  const { config, pool, log, jobs, live } = deps
  const language = () => mailLanguage.getStore() ?? 'en'
  const send = (mail: Mail) => queueMail(jobs, mail)
  const sendReset = (user: { name: string; email: string }, token: string) =>
    send(passwordResetMail(config.publicUrl, language(), user, token))

  const auth = betterAuth({
    appName: 'Muster',
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    secret: config.secret,
    telemetry: { enabled: false },
    database: {
      db: new Kysely({ dialect: new PostgresDialect({ pool }), plugins: [datesPlugin] }),
      type: 'postgres',
      schemaName: 'muster',
    },
    advanced: {
      database: { generateId: () => crypto.randomUUID() },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    logger: {
      level: 'error',
      log: (_level, message, ...details) => log.error({ details }, `auth: ${message}`),
    },
    user: {
      modelName: 'app_user',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    session: {
      modelName: 'auth_session',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    account: {
      modelName: 'auth_account',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'auth_verification',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
      // A leaked database contains no working tokens.
      storeIdentifier: 'hashed',
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 200,
      autoSignIn: false,
      requireEmailVerification: true,
      resetPasswordTokenExpiresIn: passwordResetSeconds,
      sendResetPassword: ({ user, token }) => sendReset(user, token),
      onPasswordReset: async ({ user }) => {
        await confirmUser(pool, user.id, null)
        await deleteSessions(pool, user.id, null)
        await live.invalidate({ user: user.id })
      },
      // The response is the same as for a new address; the mail explains to the owner what to do.
      onExistingUserSignUp: async ({ user }) => {
        if (user.emailVerified) await send(accountExistsMail(config.publicUrl, language(), user))
        else if (await hasPassword(pool, user.id)) {
          await auth.api.sendVerificationEmail({ body: { email: user.email } })
        } else await auth.api.requestPasswordReset({ body: { email: user.email } })
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      expiresIn: verificationSeconds,
      sendVerificationEmail: ({ user, token }) =>
        send(verificationMail(config.publicUrl, language(), user, token)),
    },
  })
  shareStorage()
  return auth
}

interface LibraryState {
  version: string
  epoch: number
  context: Record<string, unknown>
}

/** The library has three storages of its own; it is given ours (see `ContextVariable`) before it makes them. */
function shareStorage(): void {
  const globals = globalThis as unknown as Record<symbol, LibraryState | undefined>
  const key = Symbol.for('better-auth:global')
  const state = globals[key] ?? { version: '', epoch: 0, context: {} }
  globals[key] = state
  for (const name of ['endpointContext', 'requestState', 'adapter']) {
    state.context[`${name}AsyncStorage`] ??= new ContextVariable()
  }
}

/** Our connections return times as ISO text; the library compares them as dates. */
const datesPlugin: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => ({
    ...result,
    rows: result.rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([key, value]) => [
          key,
          key.endsWith('_at') && typeof value === 'string' ? new Date(value) : value,
        ]),
      ),
    ),
  }),
}
