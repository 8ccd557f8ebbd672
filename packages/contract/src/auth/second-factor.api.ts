/** The second factor: codes of an app (TOTP), and recovery codes for when the app is lost. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { sessionSchema } from './session.schema.ts'

/** Digits of a code of the app. */
export const codeLength = 6

const password = z.string().min(1).max(200)
/** Of the app, or a recovery code; spaces and hyphens do not count. */
const code = z.string().trim().min(1).max(40)

const recoveryCodes = z.array(z.string())

export const secondFactorApi = {
  enterCode: endpoint({
    method: 'POST',
    path: '/auth/signIn/code',
    access: 'public',
    changes: ['session'],
    summary: 'Finish signing in with a code of the app, or with a recovery code',
    body: z.strictObject({ code }),
    response: z.object({ session: sessionSchema }),
    errors: ['code_wrong', 'sign_in_expired', 'account_locked', 'rate_limited'],
    rateLimit: 30,
  }),
  secondFactor: endpoint({
    method: 'GET',
    path: '/auth/secondFactor',
    access: 'signedIn',
    reads: ['settings'],
    summary: 'Whether the caller has, or may have, a second factor',
    response: z.object({
      isPossible: z.boolean(),
      isOn: z.boolean(),
      recoveryCodesLeft: z.number().int(),
      /** Without a password nothing can be changed. */
      hasPassword: z.boolean(),
    }),
  }),
  startSecondFactor: endpoint({
    method: 'POST',
    path: '/auth/secondFactor/start',
    access: 'signedIn',
    changes: [],
    summary: 'Get the secret for the app; nothing is asked for until a code confirms it',
    body: z.strictObject({ password }),
    response: z.object({
      /** For a QR code. */
      uri: z.string(),
      /** The same secret, to type. */
      secret: z.string(),
    }),
    errors: ['sign_in_failed', 'rate_limited', 'already_done', 'not_found'],
    idempotency: 'nobody',
    rateLimit: 10,
  }),
  confirmSecondFactor: endpoint({
    method: 'POST',
    path: '/auth/secondFactor/confirm',
    access: 'signedIn',
    changes: ['settings', 'sessions'],
    summary: 'Switch the second factor on with a code of the app; ends all other sessions',
    body: z.strictObject({ code }),
    response: z.object({ recoveryCodes }),
    errors: ['code_wrong', 'rate_limited', 'not_found'],
    idempotency: 'nobody',
    rateLimit: 30,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/auth/secondFactor/recoveryCodes',
    access: 'signedIn',
    changes: ['settings'],
    summary: 'Get new recovery codes; the previous ones end',
    body: z.strictObject({ password }),
    response: z.object({ recoveryCodes }),
    errors: ['sign_in_failed', 'rate_limited', 'not_found'],
    idempotency: 'nobody',
    rateLimit: 10,
  }),
  stopSecondFactor: endpoint({
    method: 'POST',
    path: '/auth/secondFactor/stop',
    access: 'signedIn',
    changes: ['settings'],
    summary: 'Switch the second factor off',
    body: z.strictObject({ password }),
    response: z.object({ isOn: z.literal(false) }),
    errors: ['sign_in_failed', 'rate_limited', 'not_found'],
    rateLimit: 10,
  }),
}
