/** The two pages of the outbox: the list of mails, and one mail. */
import type { OutboxMail } from '../mail/outbox.ts'
import type { OutboxPage } from '../mail/outbox-index.ts'
import { Html, html, page } from './html.ts'

/** Long addresses may break anywhere; on phones each mail in the list is a block. */
const style = new Html(`<style>
td { overflow-wrap: anywhere; } th { white-space: nowrap; } form { display: flex; gap: .5rem; margin: 1rem 0; flex-wrap: wrap; }
input { font: inherit; padding: .35rem .6rem; flex: 1 1 12rem; min-width: 0; } button { font: inherit; padding: .35rem .9rem; }
.nowrap { white-space: nowrap; } nav { margin: 1.5rem 0; } summary { user-select: none; }
@media (max-width: 40rem) { .list tr { display: block; padding: .6rem 0; border-bottom: 1px solid var(--line); }
.list td { display: block; border: 0; padding: 0; } .list tr.head { display: none; } h1 { overflow-wrap: anywhere; } }
</style>`)

/** @param to the recipient that was searched for, or an empty string */
export function listPage({ entries, older, newer }: OutboxPage, to: string): string {
  return page(
    'Outbox',
    html`${style}<h1>Outbox</h1>
<p class="muted">No mail server is configured: mails stay on this machine. Newest first.</p>
<form action="/dev/outbox"><input type="search" name="to" value="${to}" aria-label="Recipient" placeholder="Recipient"><button>Search</button></form>
${entries.length === 0 ? html`<p>${emptyListText(to, older)}</p>` : table(entries)}
<nav>${newer !== undefined && html`<a href="${pageUrl('from', newer, to)}">← Newer</a>`}${older !== undefined && html`<a href="${pageUrl('before', older, to)}">Older →</a>`}${(newer !== undefined || to !== '') && html`<a href="/dev/outbox">Newest</a>`}</nav>`,
  )
}

function emptyListText(to: string, older: number | undefined): string {
  if (to === '') return 'No mail yet.'
  return older === undefined
    ? `No mail to “${to}”.`
    : `No mail to “${to}” up to here. Older ones were not searched yet.`
}

function table(entries: OutboxPage['entries']): Html {
  return html`<table class="list"><tr class="head"><th>Sent (UTC)</th><th>To</th><th>Subject</th><th>Language</th></tr>
${entries.map(
  ({ id, at, to, subject, language }) =>
    html`<tr><td class="nowrap">${at.slice(0, 19).replace('T', ' ')}</td><td>${to.join(', ')}</td><td><a href="/dev/outbox/${id}">${subject || '(no subject)'}</a></td><td>${language}</td></tr>`,
)}</table>`
}

function pageUrl(direction: 'before' | 'from', position: number, to: string): string {
  const query = new URLSearchParams({ [direction]: String(position), ...(to && { to }) })
  return `/dev/outbox?${query}`
}

/** The HTML part is shown in a frame that cannot run scripts; links open in a new window. */
export function mailPage(mail: OutboxMail): string {
  const { id, at, from, to, subject, headers, attachments } = mail
  return page(
    subject,
    html`${style}<p><a href="/dev/outbox">Outbox</a></p>
<h1>${subject || '(no subject)'}</h1>
<table>
<tr><th>From</th><td>${from}</td></tr><tr><th>To</th><td>${to}</td></tr><tr><th>Sent</th><td>${at}</td></tr>
${attachments.map(({ filename, bytes }) => html`<tr><th>Attachment</th><td>${filename} (${bytes} bytes)</td></tr>`)}
</table>
<p><a href="/dev/outbox/${id}/mail.eml">Download (.eml)</a></p>
<details><summary>Headers</summary><div><table>
${headers.map(({ key, value }) => html`<tr><th>${key}</th><td>${value}</td></tr>`)}
</table></div></details>
<h2>Text</h2>
<pre style="white-space:pre-wrap;overflow-wrap:anywhere">${linkify(mail.text)}</pre>
<h2>HTML</h2>
<iframe title="HTML part" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${`<base target="_blank">${mail.html}`}"></iframe>`,
  )
}

function linkify(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))
}
