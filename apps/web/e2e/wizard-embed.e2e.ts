/** A wizard in other people's websites: the builder gives the code, a site that is named shows it, another one does not. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { recordsApi } from '@muster/contract/records/records.api'
import { wizardsApi } from '@muster/contract/wizards/wizards.api'
import type { DataWizard } from '@muster/contract/wizards/wizards.schema'
import type { Browser, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { mailsTo } from './support/outbox.ts'
import { site } from './support/site.ts'
import { makeGuests, makeInvitation, makeWizard } from './support/wizards.ts'

let browser: Browser
let api: ApiClient
let teamId: number
let guestsId: number
let guests: Awaited<ReturnType<typeof makeGuests>>
let wizard: DataWizard
let host: http.Server
let port: number
/** The code that the builder gives. */
let code = ''
/** What the website shows in place of that code. */
let shown: string | undefined

beforeAll(async () => {
  api = await signInToApi()
  teamId = (await makeTeam(api, 'Elsewhere', { enumAppBrandId: 2 })).teamId
  host = http.createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      // Far more than a screen above and below, as on the pages of a real site.
      .end(`<!doctype html><html lang="fr"><title>La fête</title><main><h1>La fête</h1>
        <p style="height: 1500px">Venez !</p>${shown ?? code}<p style="height: 1500px">À bientôt !</p></main></html>`),
  )
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  port = (host.address() as AddressInfo).port
  guests = await makeGuests(api, teamId)
  guestsId = guests.id
  wizard = await makeInvitation(api, teamId, guests, { isPublic: true, runsWith: 'wizard' })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  host?.close()
})

const allowed = () => `http://127.0.0.1:${port}`
const frameIn = (page: Page) => page.frameLocator('iframe')
const heightOf = (page: Page) =>
  page.locator('iframe').evaluate((one) => (one as HTMLIFrameElement).clientHeight)
/** Whether all of the frame's content is visible in it. */
const fits = (frame: FrameLocator) =>
  frame.locator('html').evaluate((html) => html.scrollHeight <= html.clientHeight)
const contentOf = (page: Page) => page.frame({ url: /embed=1/ })!
const topOf = (page: Page) => page.locator('iframe').evaluate((one) => one.getBoundingClientRect().top)

/** From the next load of the page on. @returns how often the frame has told that something else is shown */
async function countTurns(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const turns = { count: 0 }
    Object.assign(window, { turns })
    addEventListener('message', ({ data }) => {
      if (data.type === 'muster:turned') turns.count++
    })
  })
  return () => page.evaluate(() => (window as unknown as { turns: { count: number } }).turns.count)
}

test('the builder gives link, QR code and embed code, once a website is named', async () => {
  const { page, context, errors } = await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } })
  const base = `/team-${teamId}/admin/data-wizards/${wizard.id}`
  await page.goto(`${base}/external-access`)
  await page.getByText('No website may show it yet.').waitFor()
  await page.getByRole('link', { name: 'List the websites on the tab “Details”.' }).click()
  const hosts = page.getByRole('combobox', { name: 'Websites that may show it' })
  await hosts.fill('my website')
  await hosts.press('Enter')
  await page.getByText('“my website” is no address of a website.').waitFor()
  await hosts.fill(allowed())
  await hosts.press('Enter')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'External access' }).click()

  await page.getByText(`Works on ${allowed()}`).waitFor()
  await page.getByRole('img', { name: 'QR code of Summer party' }).waitFor()
  const address = page.getByRole('group', { name: 'Address' }).getByRole('link')
  expect(await address.getAttribute('href')).toBe(
    `${site.baseUrl}/public/team-${teamId}/wizards/${wizard.id}/step-${wizard.steps[0]?.id}`,
  )
  code = (await page.getByRole('group', { name: 'Script tag' }).locator('code').textContent()) ?? ''
  expect(code).toBe(
    `<script src="${site.baseUrl}/widget.js" data-team="${teamId}" data-wizard="${wizard.id}" async></script>`,
  )
  expect(await axe(page)).toEqual([])
  expect(errors).toEqual([])
  await context.close()
})

test('a visitor goes through it inside the frame, which is as high as its content', async () => {
  const { page, context, errors } = await visit(browser)
  await page.goto(allowed())
  const frame = frameIn(page)
  await page.locator('iframe').scrollIntoViewIfNeeded()
  // In the language of the site.
  await frame.getByRole('button', { name: 'Commencer' }).waitFor()
  await expect.poll(() => page.locator('iframe').getAttribute('title')).toBe('Fête d’été')
  await expect.poll(() => fits(frame)).toBe(true)
  const before = await heightOf(page)
  await frame.getByRole('button', { name: 'Commencer' }).click()

  const next = frame.getByRole('button', { name: 'Suivant' })
  await frame.getByRole('heading', { name: 'À propos de vous' }).waitFor()
  await expect.poll(() => heightOf(page)).toBeGreaterThan(before)
  await expect.poll(() => fits(frame)).toBe(true)
  await frame.getByLabel('Votre nom').fill('Sophie Germain')
  await next.click()
  // Errors make it higher.
  await frame.getByRole('region', { name: 'Il y a un problème' }).waitFor()
  await expect.poll(() => fits(frame)).toBe(true)
  await frame.getByLabel('Email').fill('sophie@example.org')
  // The next question begins at the top, however far down the page the button was.
  await page.locator('iframe').evaluate((one) => scrollBy(0, one.getBoundingClientRect().top + 150))
  await next.click()
  await frame.getByRole('heading', { name: 'Ce que vous mangez' }).waitFor()
  await expect.poll(() => topOf(page)).toBeGreaterThan(-1)
  await expect.poll(() => fits(frame)).toBe(true)

  const turns = await countTurns(page)
  await page.reload()
  await page.locator('iframe').scrollIntoViewIfNeeded()
  await frame.getByRole('heading', { name: 'Ce que vous mangez' }).waitFor()
  await next.click()
  await frame.getByRole('button', { name: 'S’inscrire' }).waitFor()
  // The page moves when a question follows another one, not when the frame has loaded.
  await expect.poll(turns).toBe(1)
  await frame.getByRole('button', { name: 'S’inscrire' }).click()
  await frame.getByText('See you in July!').waitFor()
  await expect.poll(() => fits(frame)).toBe(true)
  expect(await axe(contentOf(page))).toEqual([])
  const { items } = await api.call(recordsApi.query, {
    params: { teamId, dataCollectionId: guestsId },
    body: { filter: { field: '@name', op: 'is', value: 'Sophie Germain' } },
  })
  expect(items[0]?.values).toMatchObject({ email: 'sophie@example.org' })
  expect(errors).toEqual([])
  await context.close()
})

test('where the browser keeps nothing for frames, a reload does not end it either', async () => {
  const { page, context, errors } = await visit(browser)
  await page.addInitScript(() => {
    if (window === window.top) return
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    Object.defineProperty(window, 'sessionStorage', { get })
  })
  await page.goto(allowed())
  const frame = frameIn(page)
  await page.locator('iframe').scrollIntoViewIfNeeded()
  await frame.getByRole('button', { name: 'Commencer' }).click()
  await frame.getByLabel('Votre nom').fill('Emmy Noether')
  await frame.getByLabel('Email').fill('emmy@example.org')
  await frame.getByRole('button', { name: 'Suivant' }).click()
  await frame.getByRole('heading', { name: 'Ce que vous mangez' }).waitFor()
  const [cookie, ...others] = await context.cookies()
  expect(others).toEqual([])
  expect(cookie).toMatchObject({ path: '/public', secure: true, sameSite: 'None' })
  // Another website that shows the wizard does not see it.
  expect(cookie?.partitionKey).toBe('http://127.0.0.1')

  await page.reload()
  await page.locator('iframe').scrollIntoViewIfNeeded()
  await frame.getByRole('heading', { name: 'Ce que vous mangez' }).waitFor()
  await frame.getByRole('button', { name: 'Suivant' }).click()
  await frame.getByRole('button', { name: 'S’inscrire' }).click()
  await frame.getByText('See you in July!').waitFor()
  await expect.poll(() => context.cookies()).toEqual([])
  expect(errors).toEqual([])
  await context.close()
})

test('a code by mail leads to one’s own record in the frame; a mailed link goes on in a page of its own', async () => {
  const address = `mary.${Math.random().toString(36).slice(2, 8)}@example.org`
  const { id, field } = guests
  const { record } = await api.call(recordsApi.create, {
    params: { teamId, dataCollectionId: id },
    body: { values: { name: 'Mary Cartwright', email: address, diet: 'Rice' } },
  })
  const diet = { dataFieldId: field('diet'), mode: 'ask' as const }
  const ask = (title: string) => ({
    title,
    tasks: [
      {
        type: 'update_data_fields_for_data_records' as const,
        title,
        settings: { recordsValue: 'bound', fields: [diet] },
      },
    ],
  })
  const own = await makeWizard(api, teamId, 'Meals', [ask('What you eat'), ask('A last look')], {
    externalAccessBy: 'email',
    isPublic: true,
    runsWith: 'wizard',
    allowedFrameHosts: [allowed()],
  })
  await api.call(wizardsApi.createAccessLink, {
    params: { teamId, dataWizardId: own.id },
    body: { dataCollectionId: id, emailDataFieldId: field('email'), smsDataFieldId: null },
  })
  shown = code.replace(`data-wizard="${wizard.id}"`, `data-wizard="${own.id}"`)

  onTestFinished(() => {
    shown = undefined
  })

  const { page, context, errors } = await visit(browser)
  await page.goto(allowed())
  const frame = frameIn(page)
  await page.locator('iframe').scrollIntoViewIfNeeded()
  await frame.getByLabel('Your email address').fill(address)
  await frame.getByRole('button', { name: 'Send the code' }).click()
  const mailed = (pattern: RegExp) =>
    vi.waitFor(
      () => {
        const [found] = mailsTo(address).flatMap((mail) => pattern.exec(mail.replaceAll('\r', '')) ?? [])
        if (found === undefined) throw new Error('No such mail has arrived')
        return found
      },
      { timeout: 120_000, interval: 200 },
    )
  await frame.getByLabel('Code', { exact: true }).fill(await mailed(/^\d{6}$/m))
  const next = frame.getByRole('button', { name: 'Next' })
  await next.click()
  await frame.getByRole('heading', { name: 'What you eat' }).waitFor()
  expect(await frame.getByLabel('Diet').inputValue()).toBe('Rice')
  await frame.getByLabel('Diet').fill('Lentils')
  await next.click()
  await frame.getByRole('heading', { name: 'A last look' }).waitFor()
  await frame.getByRole('button', { name: 'Save and come back later' }).click()
  await frame.getByText('A link is on its way to the email address that we have from you.').waitFor()

  // A program of mail opens it outside the frame.
  const later = await visit(browser)
  await later.page.goto(await mailed(/http\S+\/AuthPublicDataWizard\/\S+/))
  await later.page.getByRole('button', { name: 'Continue' }).click()
  await later.page.getByRole('heading', { name: 'A last look' }).waitFor()
  await later.page.getByLabel('Diet').fill('Beans')
  await later.page.getByRole('button', { name: 'Next' }).click()
  await later.page.getByText('Thank you. Everything has been saved.').waitFor()
  const { values } = await api.call(recordsApi.get, { params: { teamId, dataRecordId: record.id } })
  expect(values).toMatchObject({ diet: 'Beans' })
  expect(later.errors).toEqual([])
  await later.context.close()

  // The frame says so, and does not write over it.
  await frame.getByLabel('Diet').fill('Bread')
  await next.click()
  await frame.getByText('It goes on elsewhere').waitFor()
  expect(await axe(page)).toEqual([])
  const after = await api.call(recordsApi.get, { params: { teamId, dataRecordId: record.id } })
  expect(after.values).toMatchObject({ diet: 'Beans' })
  // The browser itself reports answers of 400 and above.
  expect(errors.filter((error) => !/status of 4\d\d/.test(error))).toEqual([])
  await context.close()
})

test('a website that is not named shows nothing, and one that is taken off the list neither', async () => {
  const { page, context } = await visit(browser)
  const blocked = async (url: string) => {
    const refusal = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    await page.goto(url)
    await page.locator('iframe').scrollIntoViewIfNeeded()
    await refusal
    await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/')
    expect(await frameIn(page).getByRole('button', { name: 'Commencer' }).count()).toBe(0)
  }
  // The same server under another name is another website.
  await blocked(`http://localhost:${port}`)
  await api.call(wizardsApi.update, {
    params: { teamId, dataWizardId: wizard.id },
    body: { allowedFrameHosts: [] },
  })
  await blocked(allowed())
  await context.close()
})
