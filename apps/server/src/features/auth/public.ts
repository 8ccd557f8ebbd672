/** The public API of auth for other features. */
export { type Account, accountOf, ensureAccount, hashOf, proveAccount } from './accounts.ts'
export { endTokensOf, newApiToken, sessionOfToken } from './api-tokens.ts'
export { queueMail } from './auth.jobs.ts'
export { deleteSession, deleteSessions, listSessions } from './auth.repo.ts'
export { sendPasswordSetup } from './auth.service.ts'
export { authenticatorOf, callerOf } from './authenticator.ts'
export { checkPassword } from './check-password.ts'
export {
  codeMail,
  comeBackMail,
  invitationMail,
  subscriptionMail,
  testSubject,
  webhookPausedMail,
} from './mails.ts'
export { checkOidcSettings } from './oidc-provider.ts'
export { consumeLink, findLink, issueLink, revokeLinks } from './one-time-links.ts'
export { deleteSecondFactor } from './second-factor.repo.ts'
export { endOtherSessions, type SignInResult, shortenSessions, startSession, type Visit } from './sessions.ts'
export { sessionCookieSetter, visitOf } from './sign-in-reply.ts'
export { attempt, isFree, mailLimits, takeOnce } from './throttle.ts'
