/** A message in a team where a second person approves: asked for, approved, sent, read, clicked, left, and sent again to those it did not reach, in three languages. */
import crypto from 'node:crypto'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { messagesApi } from '@muster/contract/messages/messages.api'
import { messageSendersApi } from '@muster/contract/messages/senders.api'
import type { Language } from '@muster/contract/paging'
import { recordsApi } from '@muster/contract/records/records.api'
import { teamsApi } from '@muster/contract/teams/teams.api'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import { signInToApi } from './support/api.ts'
import { toastOf, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import { api, inATeam, page, teamId, visited } from './support/in-a-team.ts'
import { enter } from './support/keyboard.ts'
import { makeDraft, makeSender } from './support/messages.ts'
import { mailsTo } from './support/outbox.ts'
import { makePerson } from './support/people.ts'
import { site } from './support/site.ts'
import { textsIn } from './support/texts.ts'

inATeam('Approval', { viewport: { width: 1440, height: 900 } })

const browserOfAda = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
let messageId: number
let second: Page
let ada: string
let bo: string

const at = (tab: string) => `/team-${teamId}/outgoing-messages/${messageId}/${tab}`
const read = () => api.call(messagesApi.get, { params: { teamId, outgoingMessageId: messageId } })
const wordsOf = (language: Language) =>
  textsIn(language) as unknown as (key: string, options?: object) => string

beforeAll(async () => {
  ada = `ada.${teamId}@example.org`
  bo = `bo.${teamId}@example.org`
  const params = { teamId }
  const { id: dataCollectionId } = await api.call(collectionsApi.create, {
    params,
    body: { name: 'Guest', pluralName: 'Guests', representsPeople: true },
  })
  const field = await api.call(collectionsApi.createField, {
    params: { teamId, dataCollectionId },
    body: { title: 'Email', dataType: 'email_address' },
  })
  for (const [name, address] of Object.entries({ Ada: ada, Bo: bo }))
    await api.call(recordsApi.create, {
      params: { teamId, dataCollectionId },
      body: { values: { name, [field.columnName]: address } },
    })
  const senderId = await makeSender(api, teamId)
  await api.call(messageSendersApi.saveSettings, {
    params,
    body: { requiresApproval: true, tracksClicks: true, tracksOpens: true, postalAddress: '1 Quay Street' },
  })
  messageId = await makeDraft(api, teamId, 'Summer news')
  const html =
    '<p>Read <a href="https://example.org/summer">the programme</a>. <a href="{{ system.unsubscribe_url }}">Leave</a></p>'
  await api.call(messagesApi.saveContent, {
    params: { teamId, outgoingMessageId: messageId, languageId: 'en' },
    body: {
      subjectLine: 'The summer',
      design: { settings: {}, blocks: [{ id: 'a', type: 'text', settings: { html } }] },
    },
  })
  const { version } = await read()
  await api.call(messagesApi.update, {
    params: { teamId, outgoingMessageId: messageId },
    body: { version, senderId, audience: { include: [{ kind: 'collection', dataCollectionId }] } } as never,
  })
  const person = await makePerson(api, teamId, 'Sofia', 'Reyes')
  const { email, password } = person
  const own = await signInToApi({ email, password })
  await own.call(teamsApi.preferences, { params, body: { InterfaceLanguage: 'es' } })
  const phone = { viewport: { width: 390, height: 844 } }
  second = (await visitSignedIn(visited.context.browser()!, phone, person)).page
})

test('the owner asks for approval, since they may not send by themselves', async () => {
  await page.goto(at('schedule'))
  await page.getByText('In this team somebody else approves a message before it is sent.').waitFor()
  await enter(page.getByRole('button', { name: 'Ask for approval' }))
  await toastOf(page, 'Approval of “Summer news” requested').waitFor()
  await page.goto(at('summary'))
  await page.getByText('This message waits for somebody to approve it.').waitFor()
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor({ state: 'detached' })
  expect(await axe(page)).toEqual([])
})

test('a second person approves it, in Spanish, on a phone', async () => {
  const t = wordsOf('es')
  await second.goto(at('summary'))
  await second.getByText(t('messages:summary.state.AWAITING_APPROVAL')).waitFor()
  expect(await axe(second)).toEqual([])
  await enter(second.getByRole('button', { name: t('messages:act.approve'), exact: true }))
  await second.getByText(t('messages:done.approved', { name: 'Summer news' })).waitFor()
  await second.getByText(t('messages:summary.state.APPROVED')).waitFor()
  expect(await axe(second)).toEqual([])
  expect((await read()).approval).toMatchObject({ by: { name: 'Sofia Reyes' }, recipientCount: 2 })
})

test('the owner sends it, and everybody gets it once', async () => {
  await page.goto(at('schedule'))
  const button = page.getByRole('button', { name: 'Send Now' })
  const sheet = page.getByRole('dialog')
  await enter(button)
  await sheet.getByText('2 people').waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  // The focus is back on the button.
  await page.keyboard.press('Enter')
  await sheet.getByText('2 people').waitFor()
  await enter(sheet.getByRole('button', { name: 'Send Now' }))
  await toastOf(page, 'The message “Summer news” is being sent').waitFor()
  await page.getByText('This message was sent.').waitFor()
  await expect.poll(() => [mailsTo(ada).length, mailsTo(bo).length]).toEqual([1, 1])
  expect(await axe(page)).toEqual([])
})

test('a click leads to the page and is counted, in French', async () => {
  const t = wordsOf('fr')
  await api.call(teamsApi.preferences, { params: { teamId }, body: { InterfaceLanguage: 'fr' } })
  const link = /https?:\/\/[^\s"<>]+\/t\/c\/[\w-]+\/\d+/.exec(mailsTo(ada)[0]!)![0]
  const click = async () => {
    const headers = { 'user-agent': browserOfAda }
    const answer = await fetch(`${site.baseUrl}${new URL(link).pathname}`, { redirect: 'manual', headers })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('https://example.org/summer')
    return (await read()).counts.outcomes.clicked ?? 0
  }
  // A click within the first seconds is one of a scanner.
  await vi.waitUntil(async () => (await click()) === 1, { timeout: 60_000, interval: 1000 })
  await page.goto(at('stats'))
  const funnel = page.getByRole('region', { name: t('messages:stats.funnel') })
  await funnel
    .getByRole('listitem')
    .filter({ hasText: t('messages:outcome.clicked') })
    .getByText('1', { exact: true })
    .waitFor()
  await page.getByRole('row', { name: /example\.org\/summer/ }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await funnel.waitFor()
  expect(await axe(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('one click of the mail program unsubscribes, and the ledger says so', async () => {
  const t = wordsOf('fr')
  const mail = mailsTo(ada)[0]!
  expect(mail).toMatch(/List-Unsubscribe-Post: List-Unsubscribe=One-Click/i)
  const url = /List-Unsubscribe: <([^>]+)>/i.exec(mail.replace(/\r?\n[ \t]+/g, ' '))![1]!.trim()
  const post = () =>
    fetch(`${site.baseUrl}${new URL(url).pathname}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
  expect((await post()).status).toBe(204)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(at('recipients'))
  await page.getByRole('row', { name: /Ada/ }).getByText(t('messages:notification.unsubscribed')).waitFor()
  expect(await axe(page)).toEqual([])
})

test('those whom it did not reach get it again, in Spanish, with the keyboard', async () => {
  const t = wordsOf('es')
  await api.call(messageSendersApi.saveSettings, {
    params: { teamId },
    body: { requiresApproval: false, tracksClicks: true, tracksOpens: true, postalAddress: '1 Quay Street' },
  })
  await returnMailOfBo()
  await second.goto(at('summary'))
  await enter(second.getByRole('button', { name: t('messages:followUp.failed') }))
  // The draft's name is made from that of the message.
  const named = (key: string) => new RegExp(t(key, { name: '…' }).replace('…', '.*Summer news.*'))
  await second.getByText(named('messages:done.followUp')).waitFor()
  await second.getByRole('button', { name: t('messages:next.content') }).waitFor()
  expect(await axe(second)).toEqual([])
  const draft = /outgoing-messages\/(\d+)\/details/.exec(second.url())![1]
  await second.setViewportSize({ width: 1440, height: 900 })
  await second.goto(`/team-${teamId}/outgoing-messages/${draft}/schedule`)
  const sendNow = t('messages:schedule.sendNow')
  await enter(second.getByRole('button', { name: sendNow }))
  await second.getByRole('dialog').getByText('1 persona').waitFor()
  expect(await axe(second)).toEqual([])
  await enter(second.getByRole('dialog').getByRole('button', { name: sendNow }))
  await second.getByText(named('messages:done.sending')).waitFor()
  await expect.poll(() => mailsTo(bo).length).toBe(2)
  expect(mailsTo(ada)).toHaveLength(1)
})

/** As the mail server of somebody with a full mailbox does. */
async function returnMailOfBo(): Promise<void> {
  const { hookUrl } = await api.call(messageSendersApi.create, {
    params: { teamId },
    body: {
      name: 'Relay',
      deliveryMethodId: 'EMAIL',
      transport: 'smtp',
      fromAddress: 'office@example.org',
      settings: { host: 'smtp.example.org' },
    } as never,
  })
  const [, mailId] = /^Message-ID: <([^>]+)>/im.exec(mailsTo(bo)[0]!)!
  const report = `From: MAILER-DAEMON@example.org
To: office@example.org
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=x

--x
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org

Final-Recipient: rfc822; ${bo}
Action: failed
Status: 5.2.2

--x
Content-Type: text/rfc822-headers

Message-ID: <${mailId}>

--x--
`
  const answer = await fetch(`${site.baseUrl}${hookUrl}`, {
    method: 'POST',
    body: report.replaceAll('\n', '\r\n'),
    headers: { 'content-type': 'message/rfc822' },
  })
  expect(answer.status).toBe(204)
}

test('STOP by SMS suppresses the number', async () => {
  const t = wordsOf('fr')
  const secret = 'a token of twilio'
  const accountSid = `AC${'0'.repeat(32)}`
  const { hookUrl } = await api.call(messageSendersApi.create, {
    params: { teamId },
    body: {
      name: 'Texts',
      deliveryMethodId: 'SMS',
      transport: 'twilio',
      fromAddress: '+15005550006',
      settings: { accountSid },
      secret,
    } as never,
  })
  const form = new URLSearchParams({
    AccountSid: accountSid,
    Body: 'Stop',
    From: '+15005550123',
    MessageSid: `SM${crypto.randomBytes(16).toString('hex')}`,
    To: '+15005550006',
  })
  const url = `${site.baseUrl}${hookUrl}`
  const signed = url + [...form].map(([name, value]) => name + value).join('')
  const signature = crypto.createHmac('sha1', secret).update(signed).digest('base64')
  const send = (own: string) =>
    fetch(url, { method: 'POST', body: form, headers: { 'x-twilio-signature': own } })
  expect((await send('forged')).status).toBe(403)
  const answer = await send(signature)
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('<Response>')
  await page.goto(`/team-${teamId}/admin/message-suppressions`)
  await page
    .getByRole('row', { name: /\+15005550123/ })
    .getByText(t('messageSubjects:reasons.stop'))
    .waitFor()
  expect(await axe(page)).toEqual([])
})
