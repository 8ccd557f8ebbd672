/** System mails, in the recipient's language. They never contain what was typed at sign-up. */
import { deliveryRetentionDays, maxFailingDays } from '@muster/contract/integrations/webhooks.api'
import en from '@muster/contract/locales/en/mails.json' with { type: 'json' }
import es from '@muster/contract/locales/es/mails.json' with { type: 'json' }
import fr from '@muster/contract/locales/fr/mails.json' with { type: 'json' }
import type { Language } from '@muster/contract/paging'
import { brandOf } from '../../../../../brands/brands.ts'
import { escapeHtml } from '../../platform/http/html.ts'
import type { Mail } from '../../platform/mail/mail.ts'

const locales: Record<Language, typeof en> = { en, es, fr }
type Kind = Exclude<keyof typeof en, 'linkHint' | 'footer' | 'wizardCode' | 'messageTest'>

interface Person {
  email: string
}

export function verificationMail(publicUrl: string, language: Language, user: Person, token: string): Mail {
  return compose('verification', language, user, `${publicUrl}/verify-email?${tokenQuery(token)}`)
}

export function passwordResetMail(publicUrl: string, language: Language, user: Person, token: string): Mail {
  return compose('passwordReset', language, user, `${publicUrl}/reset-password?${tokenQuery(token)}`)
}

export function accountExistsMail(publicUrl: string, language: Language, user: Person): Mail {
  return compose('accountExists', language, user, `${publicUrl}/login`)
}

export function setupPasswordMail(
  publicUrl: string,
  language: Language,
  user: Person & { userId: string },
  token: string,
): Mail {
  const url = `${publicUrl}/setup-password/${encodeURIComponent(user.userId)}?${tokenQuery(token)}`
  return compose('setupPassword', language, user, url)
}

export interface Invitation {
  userId: string
  email: string
  inviter: string
  team: string
  enumAppBrandId: number
  token: string
}

export function invitationMail(publicUrl: string, language: Language, invitation: Invitation): Mail {
  const { userId, inviter, team, enumAppBrandId, token } = invitation
  const url = `${publicUrl}/accept-invite/${encodeURIComponent(userId)}?${tokenQuery(token)}`
  return compose('invitation', language, invitation, url, { inviter, team }, enumAppBrandId)
}

export interface PausedWebhook {
  email: string
  team: string
  teamId: number
  enumAppBrandId: number
  /** The host that it sends to. */
  host: string
}

export function webhookPausedMail(publicUrl: string, language: Language, webhook: PausedWebhook): Mail {
  const { team, teamId, enumAppBrandId, host } = webhook
  const url = `${publicUrl}/team-${teamId}/admin/integrations/webhooks`
  const days = { failingDays: String(maxFailingDays), keptDays: String(deliveryRetentionDays) }
  return compose('webhookPaused', language, webhook, url, { team, host, ...days }, enumAppBrandId)
}

export interface AskedSubscription {
  email: string
  team: string
  enumAppBrandId: number
  /** Names, in the language of the mail. */
  subjects: readonly string[]
  token: string
  /** How long the link works. */
  days: number
}

/** Asks somebody to confirm what they, or somebody else, asked for on a public page. */
export function subscriptionMail(publicUrl: string, language: Language, asked: AskedSubscription): Mail {
  const { team, enumAppBrandId, subjects, token, days } = asked
  const names = new Intl.ListFormat(language).format(subjects)
  const params = { team, subjects: names, days: String(days) }
  return compose(
    'subscription',
    language,
    asked,
    `${publicUrl}/subscription/${token}`,
    params,
    enumAppBrandId,
  )
}

export interface WizardCode {
  email: string
  code: string
  /** How long it works. */
  minutes: number
  wizard: string
  team: string
  enumAppBrandId: number
}

/** The code that proves to a public wizard who has an address. */
export function codeMail(language: Language, { email, enumAppBrandId, ...code }: WizardCode): Mail {
  const locale = locales[language]
  const brand = brandOf(enumAppBrandId)
  const params = { product: brand.name, ...code, minutes: String(code.minutes) }
  const { subject, intro, note } = mapped(locale.wizardCode, (text) => filled(text, params))
  const footer = filled(locale.footer, params)
  const digits = `<p style="margin:24px 0;font-size:32px;font-weight:700;letter-spacing:6px">${escapeHtml(code.code)}</p>`
  return {
    to: email,
    subject,
    text: [intro, code.code, note, '-- ', footer].join('\n\n'),
    html: layout(language, brand, { subject, intro, note, footer }, digits, ''),
    language,
  }
}

export interface ComeBackLink {
  email: string
  wizard: string
  team: string
  enumAppBrandId: number
  /** A path of the web app. */
  path: string
  hours: number
}

/** Leads back to a run of a public wizard, which its person has left in the middle. */
export function comeBackMail(publicUrl: string, language: Language, link: ComeBackLink): Mail {
  const { wizard, team, enumAppBrandId, path, hours } = link
  const [count, unit] = hours >= 48 ? [Math.floor(hours / 24), 'day'] : [hours, 'hour']
  const days = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  return compose('wizardRun', language, link, `${publicUrl}${path}`, { wizard, team, days }, enumAppBrandId)
}

/** The subject of a test of a message, in the language of the message. */
export function testSubject(language: Language, subject: string): string {
  return filled(locales[language].messageTest.subject, { subject })
}

function mapped<T extends Record<string, string>>(texts: T, change: (text: string) => string): T {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, change(text)])) as T
}

function tokenQuery(token: string): string {
  return new URLSearchParams({ token }).toString()
}

function compose(
  kind: Kind,
  language: Language,
  to: Person,
  url: string,
  params: Record<string, string> = {},
  enumAppBrandId = 1,
): Mail {
  const locale = locales[language]
  const brand = brandOf(enumAppBrandId)
  const fill = (text: string) => filled(text, { product: brand.name, ...params })
  const { subject, intro, button, note } = locale[kind]
  const parts = {
    subject: fill(subject),
    intro: fill(intro),
    button: fill(button),
    note: fill(note),
    linkHint: locale.linkHint,
    footer: fill(locale.footer),
  }
  return {
    to: to.email,
    subject: parts.subject.replace(/\s+/g, ' '),
    text: [parts.intro, `${parts.button}:\n${url}`, parts.note, '-- ', parts.footer].join('\n\n'),
    html: layout(language, brand, parts, buttonTo(url, brand, parts), hintOf(url, brand, parts)),
    language,
  }
}

function filled(text: string, params: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => params[name] ?? '')
}

type Brand = ReturnType<typeof brandOf>
type Parts = Record<'subject' | 'intro' | 'note' | 'footer', string>

function buttonTo(url: string, brand: Brand, { button }: { button: string }): string {
  return `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${brand.accent[6]};color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(button)}</a></p>`
}

function hintOf(url: string, brand: Brand, { linkHint }: { linkHint: string }): string {
  const href = escapeHtml(url)
  return `<p style="margin:0;font-size:13px;line-height:1.5;color:#4b5563;word-break:break-all">${escapeHtml(linkHint)}<br><a href="${href}" style="color:${brand.accent[7]}">${href}</a></p>`
}

/**
 * One column and inline styles, because mail clients render these consistently.
 *
 * @param action HTML between the introduction and the note; `hint` HTML after the note
 */
function layout(language: Language, brand: Brand, parts: Parts, action: string, hint: string): string {
  const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"
  const text = (part: string, style: string) => `<p style="margin:0 0 16px;${style}">${escapeHtml(part)}</p>`
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(parts.subject)}</title></head>
<body style="margin:0;padding:24px;background:#f3f4f6;${font};color:#1f2430">
<table role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;margin:0 auto;background:#ffffff;border-radius:8px">
<tr><td style="padding:32px">
<p style="margin:0 0 24px;font-weight:700;color:${brand.accent[7]}">${escapeHtml(brand.name)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(parts.subject)}</h1>
${text(parts.intro, 'font-size:16px;line-height:1.5')}
${action}
${text(parts.note, 'font-size:14px;line-height:1.5;color:#4b5563')}
${hint}
</td></tr>
</table>
<p style="max-width:520px;margin:16px auto 0;font-size:12px;line-height:1.5;color:#4b5563;text-align:center">${escapeHtml(parts.footer)}</p>
</body>
</html>
`
}
