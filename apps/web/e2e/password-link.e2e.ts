/** A mailed link to set a password: it works once, and says so before anything is typed. */
import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { toastOf } from './support/app.ts'
import { axe } from './support/axe.ts'
import { visit } from './support/browser.ts'
import { api, inATeam, teamId, visited } from './support/in-a-team.ts'
import { enter, tabTo } from './support/keyboard.ts'
import { mailsTo } from './support/outbox.ts'
import { makePerson } from './support/people.ts'

inATeam('Passwords')

const password = 'battery staple horse'
const field = (page: Page) => page.getByLabel('New password', { exact: true })
const isOver = (page: Page) => page.getByText('This link has expired or was already used.')

test('a used link to reset a password says so on load, by keyboard and on a phone', async () => {
  const { email } = await makePerson(api, teamId, 'Rita', 'Reset')
  const browser = visited.context.browser()!
  const { page, errors } = await visit(browser, { viewport: { width: 1440, height: 900 } })
  await page.goto('/forgot-password')
  await tabTo(page.getByLabel('Email'))
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await page.getByText('a link is on its way').waitFor()
  const link = await vi.waitUntil(
    () => /http:[^\s"<]+\/reset-password\?token=[^\s"&<]+/.exec(mailsTo(email).join('\n'))?.[0],
    {
      timeout: 60_000,
    },
  )

  const phone = await visit(browser, { viewport: { width: 390, height: 844 } })
  await phone.page.goto(link)
  await field(phone.page).waitFor()
  expect(await axe(phone.page)).toEqual([])

  await page.goto(link)
  await tabTo(field(page))
  await page.keyboard.type(password)
  await enter(page.getByRole('button', { name: 'Save password' }))
  await toastOf(page, 'Your new password is set.').waitFor()
  expect(errors.splice(0)).toEqual([])

  await phone.page.reload()
  await isOver(phone.page).waitFor()
  expect(await field(phone.page).count()).toBe(0)
  await phone.page.getByRole('link', { name: 'Forgot your password?' }).waitFor()
  expect(await axe(phone.page)).toEqual([])
  expect(phone.errors.splice(0).filter((text) => !/status of 4\d\d/.test(text))).toEqual([])
})

test('nor does a made-up link to set a first password ask for one', async () => {
  const { page, errors } = await visit(visited.context.browser()!)
  await page.goto('/setup-password/nobody?token=made-up')
  await isOver(page).waitFor()
  expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0)
  expect(errors.splice(0).filter((text) => !/status of 4\d\d/.test(text))).toEqual([])
})
