/** Sign-in, accounts and sessions. The session is a cookie (HttpOnly, SameSite=Lax); scripts never see a token. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dateTimeSchema, idSchema, languageSchema, teamParams } from '../paging.ts'
import { oidcLabelsSchema } from '../sysAdmin/settings.schema.ts'
import { leastPasswordLength } from './password-length.ts'
import { maxRedirectLength } from './redirect-length.ts'
import { secondFactorApi } from './second-factor.api.ts'
import { newSessionSchema, sessionSchema } from './session.schema.ts'

/** Spec section 5: at least 8 characters; the upper bound limits the cost of hashing. */
export const passwordSchema = z.string().min(leastPasswordLength).max(200)
/** Addresses are compared in lower case. */
export const emailSchema = z.string().trim().toLowerCase().max(320).pipe(z.email())

/**
 * What accepting an invitation asks for: a new password of somebody without an account; the current one of somebody with
 * an account, as the link alone proves only who reads the mail; nothing of somebody who is signed in to that account.
 */
export const invitationPasswords = ['new', 'current', 'none'] as const

/** Another user of the team, or somebody who has one role besides Member. */
export const seenAsSchema = z.union([
  z.strictObject({ teamUserId: idSchema }),
  z.strictObject({ userRoleId: idSchema }),
])
export type SeenAs = z.infer<typeof seenAsSchema>

export const authApi = {
  ...secondFactorApi,
  session: endpoint({
    method: 'GET',
    path: '/auth/session',
    access: 'public',
    reads: ['session'],
    summary: 'The signed-in user, or null; also the brand of the host and how people sign in',
    response: z.object({
      session: sessionSchema.nullable(),
      enumAppBrandId: z.number().int(),
      minPasswordLength: z.number().int(),
      /** Of the button to sign in with a provider; null if there is none. */
      oidcLabels: oidcLabelsSchema.nullable(),
    }),
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/auth/signIn',
    access: 'public',
    changes: ['session'],
    summary: 'Sign in with email and password',
    body: z.strictObject({
      email: emailSchema,
      password: z.string().min(1).max(200),
      rememberMe: z.boolean().default(true),
    }),
    response: z.object({ session: newSessionSchema }),
    errors: ['sign_in_failed', 'email_not_verified', 'rate_limited'],
    // A whole office may share one IP address; a limit per account slows down guessing as well.
    rateLimit: 30,
  }),
  startOidc: endpoint({
    method: 'POST',
    path: '/auth/oidc/start',
    access: 'public',
    changes: [],
    summary: 'Begin to sign in with the OpenID Connect provider; answers where the browser goes',
    body: z.strictObject({
      /** A path of the web app, to return to. */
      redirect: z
        .string()
        .max(maxRedirectLength)
        .regex(/^\/(?![/\\])/)
        .optional(),
      rememberMe: z.boolean().default(true),
    }),
    response: z.object({ url: z.string() }),
    errors: ['oidc_unavailable', 'not_found'],
    rateLimit: 30,
  }),
  finishOidc: endpoint({
    method: 'POST',
    path: '/auth/oidc/finish',
    access: 'public',
    changes: ['session'],
    summary: 'Sign in with what the provider passed to the redirect address',
    body: z.strictObject({
      state: z.string().min(1).max(1000),
      code: z.string().min(1).max(4000).optional(),
      /** An error code of the provider. */
      error: z.string().max(200).optional(),
      /** The provider's address (RFC 9207). */
      iss: z.string().max(1000).optional(),
    }),
    response: z.object({ session: newSessionSchema, redirect: z.string().nullable() }),
    errors: [
      'oidc_unavailable',
      'oidc_failed',
      'oidc_refused',
      'oidc_email_unverified',
      'oidc_unknown_person',
      'account_locked',
      'rate_limited',
      'mail_domain_refused',
    ],
    rateLimit: 30,
  }),
  signUp: endpoint({
    method: 'POST',
    path: '/auth/signUp',
    access: 'public',
    changes: [],
    summary: 'Create an account and send a verification mail; answers the same for known addresses',
    body: z.strictObject({
      name: z.string().trim().min(1).max(200),
      email: emailSchema,
      password: passwordSchema,
      language: languageSchema.default('en'),
    }),
    response: z.object({ isVerificationSent: z.literal(true) }),
    rateLimit: 10,
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/auth/verifyEmail',
    access: 'public',
    changes: ['session'],
    summary: 'Confirm an address with the token from the mail; signs in',
    body: z.strictObject({ token: z.string().min(1).max(2000) }),
    response: z.object({ session: newSessionSchema }),
    errors: ['link_expired'],
    rateLimit: 20,
  }),
  resendVerification: endpoint({
    method: 'POST',
    path: '/auth/resendVerification',
    access: 'public',
    changes: [],
    summary: 'Send the verification mail again; answers the same for unknown addresses',
    body: z.strictObject({ email: emailSchema, language: languageSchema.default('en') }),
    response: z.object({ isSent: z.literal(true) }),
    rateLimit: 5,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/forgotPassword',
    access: 'public',
    changes: [],
    summary: 'Send a mail to set a new password; answers the same for unknown addresses',
    body: z.strictObject({ email: emailSchema, language: languageSchema.default('en') }),
    response: z.object({ isSent: z.literal(true) }),
    rateLimit: 5,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/resetPassword',
    access: 'public',
    changes: ['session', 'sessions'],
    summary: 'Set a new password with the token from the mail; ends all other sessions',
    body: z.strictObject({ token: z.string().min(1).max(2000), password: passwordSchema }),
    response: z.object({ isReset: z.literal(true) }),
    errors: ['link_expired'],
    rateLimit: 10,
  }),
  resetLink: endpoint({
    method: 'GET',
    path: '/auth/resetPassword',
    access: 'public',
    reads: [],
    summary: 'Whether a link to set a new password still works, before a password is typed',
    query: z.object({ token: z.string().min(1).max(2000) }),
    response: z.object({ isValid: z.literal(true) }),
    errors: ['link_expired'],
    rateLimit: 30,
  }),
  invitation: endpoint({
    method: 'GET',
    path: '/auth/invitations/:userId',
    access: 'public',
    reads: ['users'],
    summary: 'What an invitation is for, shown before accepting',
    params: z.object({ userId: z.string().min(1).max(100) }),
    query: z.object({ token: z.string().min(1).max(2000) }),
    response: z.object({
      teamName: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      invitedBy: z.string().nullable(),
      password: z.enum(invitationPasswords),
      enumAppBrandId: z.number().int(),
    }),
    errors: ['link_expired'],
    rateLimit: 30,
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/auth/invitations/:userId/accept',
    access: 'public',
    changes: ['session', 'users'],
    summary: 'Accept an invitation; a new user sets a name and password, others prove who they are. Signs in',
    params: z.object({ userId: z.string().min(1).max(100) }),
    body: z.strictObject({
      token: z.string().min(1).max(2000),
      name: z.string().trim().min(1).max(200).optional(),
      password: passwordSchema.optional(),
      currentPassword: z.string().min(1).max(200).optional(),
    }),
    response: z.object({ session: newSessionSchema, teamId: z.number().int() }),
    errors: ['link_expired', 'validation_failed', 'sign_in_failed', 'rate_limited', 'mail_domain_refused'],
    rateLimit: 10,
  }),
  setupPassword: endpoint({
    method: 'POST',
    path: '/auth/setupPassword/:userId',
    access: 'public',
    changes: ['session'],
    summary: 'Set the first password of a user whom an administrator created; signs in',
    params: z.object({ userId: z.string().min(1).max(100) }),
    body: z.strictObject({ token: z.string().min(1).max(2000), password: passwordSchema }),
    response: z.object({ session: newSessionSchema }),
    errors: ['link_expired'],
    rateLimit: 10,
  }),
  setupLink: endpoint({
    method: 'GET',
    path: '/auth/setupPassword/:userId',
    access: 'public',
    reads: [],
    summary: 'Whether a link to set a first password still works, before a password is typed',
    params: z.object({ userId: z.string().min(1).max(100) }),
    query: z.object({ token: z.string().min(1).max(2000) }),
    response: z.object({ isValid: z.literal(true) }),
    errors: ['link_expired'],
    rateLimit: 30,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/auth/changePassword',
    access: 'signedIn',
    changes: ['sessions'],
    summary: 'Change the caller’s password; ends all other sessions',
    body: z.strictObject({ currentPassword: z.string().min(1).max(200), newPassword: passwordSchema }),
    response: z.object({ isChanged: z.literal(true) }),
    errors: ['sign_in_failed', 'rate_limited'],
    rateLimit: 10,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/auth/sessions',
    access: 'signedIn',
    reads: ['sessions'],
    summary: 'The caller’s sessions',
    response: z.object({
      items: z.array(
        z.object({
          id: z.string(),
          userAgent: z.string().nullable(),
          ipAddress: z.string().nullable(),
          createdAt: dateTimeSchema,
          expiresAt: dateTimeSchema,
          isCurrent: z.boolean(),
        }),
      ),
    }),
  }),
  revokeSession: endpoint({
    method: 'DELETE',
    path: '/auth/sessions/:sessionId',
    access: 'signedIn',
    changes: ['sessions'],
    summary: 'End one of the caller’s sessions',
    params: z.object({ sessionId: z.string().min(1).max(100) }),
    response: z.object({ id: z.string() }),
  }),
  /**
   * For the caller's session: reads of the team are answered with the permissions of the other, writes are refused with
   * `seeing_as`. What is personal (settings, bookmarks, personal views) remains the caller's.
   */
  seeAs: endpoint({
    method: 'PUT',
    path: '/teams/:teamId/seeAs',
    access: 'teamAdmin',
    changes: ['session', 'permissions'],
    summary: 'See the team as another user, or as somebody with one role, until stopped',
    params: teamParams,
    body: seenAsSchema,
    response: z.object({ name: z.string() }),
  }),
  stopSeeingAs: endpoint({
    method: 'DELETE',
    path: '/auth/session/seeAs',
    access: 'signedIn',
    changes: ['session', 'permissions'],
    summary: 'See the team with one’s own permissions again',
    response: z.object({ teamId: idSchema.nullable() }),
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/auth/signOut',
    access: 'public',
    changes: ['session'],
    summary: 'Sign out; does nothing without a session',
    response: z.object({ isSignedOut: z.literal(true) }),
  }),
}
