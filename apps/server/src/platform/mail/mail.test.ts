import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { parseSender } from './addresses.ts'
import { composeMail } from './compose.ts'
import type { Mail } from './mail.ts'
import { MailError } from './mail-error.ts'

const sender = { name: 'Muster', address: 'no-reply@example.org' }
const mail: Mail = {
  to: 'ada@example.org',
  subject: 'Écrivez-nous – 100 % ✓',
  html: '<p>Grüße, <b>Ada</b></p>',
  text: 'Grüße, Ada\n.\n..\nEnd',
}

describe('a composed mail', () => {
  test('has the configured sender unless the mail has its own', async () => {
    const composed = await composeMail(mail, sender)
    const parsed = await PostalMime.parse(composed.raw)
    expect(parsed).toMatchObject({ from: sender, subject: mail.subject, messageId: composed.messageId })
    expect(composed.envelope).toEqual({ from: sender.address, to: ['ada@example.org'] })
    expect(composed.messageId).toMatch(/^<[\w-]+@example\.org>$/)
    const own = { name: 'Société, "Été"', address: 'ete@other.example' }
    const other = await composeMail(
      { ...mail, from: own, replyTo: { name: 'Aide', address: 'aide@x.example' } },
      sender,
    )
    expect(await PostalMime.parse(other.raw)).toMatchObject({
      from: own,
      replyTo: [{ name: 'Aide', address: 'aide@x.example' }],
    })
    expect(other.messageId).toMatch(/@other\.example>$/)
  })

  test('has CRLF line breaks only, and long header values stay complete', async () => {
    const link = `<https://muster.example/u/${'x'.repeat(150)}>`
    const { raw } = await composeMail(
      { ...mail, headers: { 'List-Unsubscribe': link }, language: 'fr' },
      sender,
    )
    expect(raw.toString('latin1').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const { headers } = await PostalMime.parse(raw)
    const headerOf = (name: string) => headers.find(({ key }) => key === name)?.value
    expect([headerOf('list-unsubscribe'), headerOf('content-language')]).toEqual([link, 'fr'])
  })

  test('may have attachments and its own envelope', async () => {
    const envelope = { from: 'b.1a2b@bounces.example.org' }
    const attachments = [{ filename: 'liste.csv', content: Buffer.from('a;b'), contentType: 'text/csv' }]
    const composed = await composeMail(
      { ...mail, envelope, attachments, messageId: '<r.1@example.org>' },
      sender,
    )
    expect(composed).toMatchObject({
      messageId: '<r.1@example.org>',
      envelope: { from: 'b.1a2b@bounces.example.org', to: ['ada@example.org'] },
    })
    const parsed = await PostalMime.parse(composed.raw)
    expect(parsed.from).toEqual(sender)
    expect(parsed.attachments).toMatchObject([{ filename: 'liste.csv', mimeType: 'text/csv' }])
    expect(composed.raw.toString()).not.toContain('bounces.example.org')
  })

  const breaks = ['\r\n', '\n', '\r', '\u0000', '\u2028', '\u0085']
  test.each(breaks)('is protected against header injection by line breaks: %j', async (lineBreak) => {
    const text = `Hello${lineBreak}Bcc: eve@example.org`
    const { raw, envelope } = await composeMail(
      {
        ...mail,
        subject: text,
        from: { name: text, address: 'a@example.org' },
        to: { name: text, address: 'ada@example.org' },
        replyTo: { name: text, address: 'r@example.org' },
        headers: { 'X-Kind': text },
        language: text,
        attachments: [{ filename: text, content: 'x' }],
      },
      sender,
    )
    const { headers, subject, from: author, to } = await PostalMime.parse(raw)
    expect(headers.map(({ key }) => key)).not.toContain('bcc')
    expect([subject, author!.name, to![0]!.name]).toEqual(Array(3).fill('Hello Bcc: eve@example.org'))
    expect(raw.toString('latin1')).not.toMatch(/^bcc:/im)
    expect(envelope.to).toEqual(['ada@example.org'])
  })

  const badAddresses = [
    'ada@example.org\r\nRCPT TO:<eve@example.org>',
    'ada@example.org\nBcc: eve@example.org',
    'ada@example.org, eve@example.org',
    'Ada <ada@example.org>',
    'ada@example.org>',
    'ada@evil.example@example.org',
    'ada example@example.org',
    'ada',
    '',
  ]
  test.each(badAddresses)('is rejected with the address %j in any property', async (address) => {
    const named = { name: 'Ada', address }
    const mails: Partial<Mail>[] = [
      { to: address },
      { to: ['bea@example.org', named] },
      { from: named },
      { replyTo: named },
      { envelope: { from: address } },
      { envelope: { to: [address] } },
    ]
    for (const part of mails) {
      const composed = composeMail({ ...mail, ...part }, sender)
      await expect(composed, JSON.stringify(part)).rejects.toMatchObject({
        kind: 'permanent',
        code: 'EINVALID',
      })
    }
  })

  test.each([
    [{ headers: { 'X-Kind: x\r\nBcc': 'eve@example.org' } }],
    [{ headers: { bcc: 'eve@example.org' } }],
    [{ headers: { 'Content-Type': 'text/plain' } }],
    [{ messageId: '<a@b>\r\nBcc: eve@example.org' }],
    [{ to: [] }],
  ])('is rejected with %j', async (part: Partial<Mail>) => {
    await expect(composeMail({ ...mail, ...part }, sender)).rejects.toThrow(MailError)
  })

  test('requires a valid sender in the configuration', () => {
    expect(parseSender('Été <ete@example.org>')).toEqual({ name: 'Été', address: 'ete@example.org' })
    expect(parseSender('no-reply@localhost')).toEqual({ name: '', address: 'no-reply@localhost' })
    for (const bad of ['Muster', '', 'a@x.example, b@x.example'])
      expect(() => parseSender(bad), bad).toThrow('MUSTER_MAIL_FROM must be')
  })
})
