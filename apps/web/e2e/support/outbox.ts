/** The mails that the server under test has sent: without SMTP they stay in its outbox. */
import fs from 'node:fs'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { site } from './site.ts'

/** The text of all mails to an address, the oldest first. */
export function mailsTo(address: string): string[] {
  return filesTo(address).map((file) => decoded(file.toString()))
}

/** All mails to an address as a mail program reads them, the oldest first. */
export function readMailsTo(address: string): Promise<Email[]> {
  return Promise.all(filesTo(address).map((file) => PostalMime.parse(file)))
}

function filesTo(address: string): Buffer[] {
  const folder = path.join(site.dataDir, 'outbox')
  const index = path.join(folder, 'index.jsonl')
  if (!fs.existsSync(index)) return []
  const lines = fs.readFileSync(index, 'utf8').split('\n')
  return lines
    .filter((line) => line.includes(`"${address}"`))
    .map((line) => {
      const { id } = JSON.parse(line) as { id: string }
      return fs.readFileSync(path.join(folder, id.slice(0, 8), `${id}.eml`))
    })
}

/** Decodes quoted-printable. */
const decoded = (mail: string): string =>
  mail
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
