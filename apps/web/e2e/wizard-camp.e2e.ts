/** A camp's registration from nothing: built in the builder, run by staff and in public, in three languages and brands. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { Language } from '@muster/contract/paging'
import { recordsApi } from '@muster/contract/records/records.api'
import { teamsApi } from '@muster/contract/teams/teams.api'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser, type Visit, visit } from './support/browser.ts'
import { enter } from './support/keyboard.ts'
import { textsIn } from './support/texts.ts'

let browser: Browser
let api: ApiClient
let teamId: number
let campersId: number
let staff: Visit
let page: Page
/** Where the builder shows the wizard. */
let base = ''

beforeAll(async () => {
  api = await signInToApi()
  teamId = (await makeTeam(api, 'Camps')).teamId
  const { id } = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Camper', pluralName: 'Campers' },
  })
  campersId = id
  const params = { teamId, dataCollectionId: id }
  for (const body of [
    {
      title: 'Birthday',
      titleTranslations: { es: 'Cumpleaños', fr: 'Anniversaire' },
      dataType: 'date' as const,
    },
    {
      title: 'Allergies',
      titleTranslations: { es: 'Alergias', fr: 'Allergies' },
      dataType: 'plain_text' as const,
    },
    { title: 'Email', dataType: 'email_address' as const },
  ]) {
    await api.call(collectionsApi.createField, { params, body })
  }
  browser = await launchBrowser()
  staff = await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } })
  page = staff.page
})
afterAll(() => browser?.close())

const words = {
  en: {
    wizard: 'Summer camp',
    welcome: 'Ten days by the lake.',
    go: 'Let us go',
    reach: 'How we reach you',
    email: 'Your email',
    about: 'About your child',
    child: 'What is your child called?',
    birthday: 'Birthday',
    allergies: 'Allergies',
    placed: 'has a place for',
    thanks: 'See you at the lake!',
  },
  es: {
    wizard: 'Campamento de verano',
    welcome: 'Diez días junto al lago.',
    go: 'Vamos',
    reach: 'Cómo contactarle',
    email: 'Su correo',
    about: 'Sobre su hijo',
    child: '¿Cómo se llama su hijo?',
    birthday: 'Cumpleaños',
    allergies: 'Alergias',
    placed: 'tiene plaza para',
    thanks: '¡Nos vemos en el lago!',
  },
  fr: {
    wizard: 'Camp d’été',
    welcome: 'Dix jours au bord du lac.',
    go: 'Allons-y',
    reach: 'Comment vous joindre',
    email: 'Votre e-mail',
    about: 'Votre enfant',
    child: 'Comment s’appelle votre enfant ?',
    birthday: 'Anniversaire',
    allergies: 'Allergies',
    placed: 'est inscrit pour',
    thanks: 'Rendez-vous au lac !',
  },
} satisfies Record<Language, Record<string, string>>
type Word = keyof (typeof words)['en']

const places = 6
const dialog = () => page.getByRole('dialog')

async function write(input: Locator, text: string): Promise<void> {
  await input.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
}

async function openOtherLanguages(): Promise<void> {
  const sections = page.getByRole('button', { name: 'In other languages' })
  await sections.first().waitFor()
  for (const section of await sections.all()) {
    const state = () => section.getAttribute('aria-expanded')
    if ((await state()) === 'true') continue
    await section.click()
    await expect.poll(state).toBe('true')
  }
}

/** Writes a text in all three languages. @param scope where its inputs are */
async function writeIn(scope: Page | Locator, label: string, word: Word, after = ''): Promise<void> {
  const input = (name: string) => scope.getByRole('textbox', { name, exact: true })
  await write(input(label), words.en[word] + after)
  await openOtherLanguages()
  await write(input(`${label} (Spanish)`), words.es[word] + after)
  await write(input(`${label} (French)`), words.fr[word] + after)
}

async function save(): Promise<void> {
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
}

async function addStep(title: string): Promise<void> {
  await page.getByRole('button', { name: 'Add step' }).click()
  await dialog().getByRole('textbox', { name: 'Title', exact: true }).fill(title)
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: `Tasks of ${title}` }).waitFor({ state: 'attached' })
}

/** Adds a task with the keyboard and opens its details. */
async function addTask(step: string, type: string): Promise<void> {
  await page.goto(`${base}/steps`)
  await enter(page.getByRole('button', { name: `Add task to ${step}` }))
  await enter(dialog().getByRole('button', { name: new RegExp(`^${type}`) }))
  await page.getByRole('heading', { name: type, level: 1 }).waitFor()
}

test('the wizard is built from nothing, and goes live', async () => {
  await page.goto(`/team-${teamId}/admin/data-wizards`)
  await page.getByRole('button', { name: 'New data wizard' }).first().click()
  await dialog().getByLabel('Name').fill(words.en.wizard)
  await page.keyboard.press('Enter')
  await page.getByText('This wizard has no steps yet.').waitFor()
  base = new URL(page.url()).pathname.replace(/\/steps$/, '')

  await page.getByRole('link', { name: 'Details', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Spanish' }).check()
  await page.getByRole('checkbox', { name: 'French' }).check()
  await writeIn(page, 'Name', 'wizard')
  await page.getByRole('switch', { name: 'Public' }).click()
  await page.getByRole('radio', { name: 'The rights that its tasks name' }).check()
  await writeIn(page, 'Thank-you text', 'thanks')
  expect(await axe(page)).toEqual([])
  await save()

  await page.getByRole('link', { name: 'Steps', exact: true }).click()
  for (const title of ['Welcome', 'Your child', 'Goodbye']) await addStep(title)

  await addTask('Welcome', 'Display text')
  await writeIn(page, 'Text to display', 'welcome')
  await page.getByRole('switch', { name: 'On a page of its own' }).click()
  await writeIn(page, 'Button label', 'go')
  await save()

  await addTask('Your child', 'Ask for a value')
  await writeIn(page, 'Title', 'reach')
  await writeIn(page, 'Label', 'email')
  await page.getByRole('combobox', { name: 'Data type' }).fill('Email')
  await page.getByRole('option', { name: 'Email address' }).click()
  await page.getByRole('switch', { name: 'Required' }).click()
  await page.getByLabel('Variable name').fill('email')
  await save()

  await addTask('Your child', 'Create a record')
  await writeIn(page, 'Title', 'about')
  await page.getByRole('combobox', { name: 'Collection' }).click()
  await page.getByRole('option', { name: 'Campers' }).click()
  await page.getByRole('switch', { name: 'Limited places' }).click()
  await page.getByLabel('Places', { exact: true }).fill(String(places))
  await page.getByLabel('Text when full', { exact: true }).fill('The camp is full.')
  await page.getByLabel('Variable name').fill('child')
  await page.getByRole('link', { name: 'Linked data fields' }).click()
  await page.getByRole('button', { name: 'Add all' }).click()
  await page.getByRole('button', { name: 'Settings of Name' }).click()
  await writeIn(page, 'Label', 'child')
  await page.getByRole('button', { name: 'Settings of Name' }).click()
  await page.getByRole('radiogroup', { name: 'Who fills in Email' }).getByText('Set', { exact: true }).click()
  await page
    .getByRole('radiogroup', { name: 'Where Value comes from' })
    .getByText('Variable', { exact: true })
    .click()
  await page.getByRole('combobox', { name: 'Value' }).click()
  await page
    .getByRole('option', { name: words.en.reach })
    .or(page.getByRole('option', { name: words.en.email }))
    .first()
    .click()
  expect(await axe(page)).toEqual([])
  await save()

  await addTask('Goodbye', 'Display text')
  await writeIn(page, 'Text to display', 'placed', ' {{ child.@name }}')
  await page.getByRole('switch', { name: 'On a page of its own' }).click()
  await save()

  await page.goto(`${base}/steps`)
  await page.getByText('Ready', { exact: true }).waitFor()
  expect(await axe(page)).toEqual([])
  expect(staff.errors).toEqual([])
})

const wizardId = () => Number(base.split('/').at(-1))
const publicAddress = () => `/public/team-${teamId}/wizards/${wizardId()}`
const heading = (of: Page, name: string) => of.getByRole('heading', { name, level: 2 })

/** Answers everything. @param isPaged one question a page, as on phones */
async function fillIn(of: Page, language: Language, child: string, isPaged: boolean): Promise<void> {
  const word = words[language]
  const next = of.getByRole('button', { name: textsIn(language)('common:next'), exact: true })
  await of.getByText(word.welcome).waitFor()
  await of.getByRole('button', { name: word.go, exact: true }).click()
  await heading(of, word.reach).waitFor()
  await of.getByLabel(word.email).fill(`${language}@example.org`)
  await next.click()
  await heading(of, word.about).waitFor()
  expect(await axe(of)).toEqual([])
  await of.getByLabel(word.child).fill(child)
  if (isPaged) await next.click()
  await of.getByLabel(word.birthday).fill('2015-05-01')
  if (isPaged) await next.click()
  await of.getByLabel(word.allergies).fill('Nuts')
  await next.click()
}

/** Answers everything and loads the page again, in front of the last page. */
async function register(of: Page, language: Language, child: string, isPaged: boolean): Promise<void> {
  await fillIn(of, language, child, isPaged)
  const placed = of.getByText(`${words[language].placed} ${child}`)
  await placed.waitFor()
  await of.reload()
  await placed.waitFor()
}

async function camperNamed(name: string) {
  const { items } = await api.call(recordsApi.query, {
    params: { teamId, dataCollectionId: campersId },
    body: { filter: { field: '@name', op: 'is', value: name } },
  })
  return items[0]?.values
}

const wide = (of: Page) => of.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

test('staff run it signed in', async () => {
  await page.goto(`/team-${teamId}/wizards`)
  await page.getByRole('link', { name: 'Start Summer camp' }).click()
  await register(page, 'en', 'Ada', false)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByText(words.en.thanks).waitFor()
  expect(await camperNamed('Ada')).toMatchObject({
    birthday: '2015-05-01',
    allergies: 'Nuts',
    email: 'en@example.org',
  })
  expect(staff.errors).toEqual([])
})

test.each([
  ['en', 'Grace', 390],
  ['es', 'Hedy', 390],
  ['fr', 'Émilie', 1440],
] as const)('visitors run it in %s', async (language, child, width) => {
  const {
    page: own,
    context,
    errors,
  } = await visit(browser, {
    locale: language,
    viewport: { width, height: 844 },
  })
  await own.goto(publicAddress())
  await heading(own, words[language].wizard)
    .or(own.getByRole('heading', { level: 1 }))
    .first()
    .waitFor()
  expect(await own.getByRole('heading', { level: 1 }).textContent()).toBe(words[language].wizard)
  const t = textsIn(language)
  await own.getByRole('button', { name: t('wizardRuns:public.start') }).click()
  await register(own, language, child, width < 720)
  expect(await wide(own)).toBeLessThanOrEqual(0)
  await own.getByRole('button', { name: t('common:next'), exact: true }).click()
  await own.getByText(words[language].thanks).waitFor()
  expect(await axe(own)).toEqual([])
  expect(await camperNamed(child)).toMatchObject({ email: `${language}@example.org`, allergies: 'Nuts' })
  expect(errors).toEqual([])
  await context.close()
})

test('the flow shows how many runs took which way', async () => {
  await page.goto(`${base}/flow`)
  const diagram = page.getByRole('region', { name: 'Flow diagram' })
  // Staff and three visitors, from the start to the end.
  await expect.poll(() => diagram.getByText('4 runs', { exact: true }).count()).toBe(5)
  const list = page.getByRole('list', { name: 'Tasks in their order' })
  expect(await list.getByRole('listitem').filter({ hasText: words.en.about }).last().textContent()).toContain(
    '4 reached it',
  )
  expect(staff.errors).toEqual([])
})

test('it is tried beside the builder, in another language, and saves nothing', async () => {
  await page.goto(`${base}/steps`)
  await page.getByRole('button', { name: 'Try it' }).click()
  const trial = page.getByRole('complementary', { name: 'Trial' })
  await trial.getByText(words.en.welcome).waitFor()
  await trial.getByRole('combobox', { name: 'Language' }).selectOption('Français')
  await trial.getByText(words.fr.welcome).waitFor()
  // The builder around it keeps its language.
  await page.getByRole('link', { name: 'Steps', exact: true }).waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
  expect(await axe(page)).toEqual([])
  await trial.getByRole('button', { name: words.fr.go }).click()
  await trial.getByLabel(words.fr.email).fill('essai@example.org')

  // It stays while its author goes to a task.
  await page.getByRole('link', { name: words.en.about }).click()
  await page.getByRole('heading', { name: words.en.about, level: 1 }).waitFor()
  const next = trial.getByRole('button', { name: 'Suivant', exact: true })
  await trial.getByLabel(words.fr.email).fill('essai@example.org')
  await next.click()
  await trial.getByLabel(words.fr.child).fill('Personne')
  await next.click()
  await next.click()
  await next.click()
  await trial.getByText(`${words.fr.placed} Personne`).waitFor()
  await next.click()
  const would = trial.getByRole('region', { name: 'Ce qui aurait changé' }).or(trial.getByRole('table'))
  await would.first().getByText('Personne').first().waitFor()
  expect(await axe(page)).toEqual([])
  await trial.getByRole('button', { name: 'Start again' }).click()
  await trial.getByText(words.en.welcome).waitFor()
  await trial.getByRole('button', { name: 'Close' }).click()
  await trial.waitFor({ state: 'detached' })
  expect(await camperNamed('Personne')).toBeUndefined()
  expect(staff.errors).toEqual([])
})

test('of two tabs with the same run one goes on, and the other one is told where it stands', async () => {
  const { page: first, context } = await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } })
  await first.goto(`/team-${teamId}/wizards/${wizardId()}`)
  await first.getByText(words.en.welcome).waitFor()
  await first.waitForURL(/run=\d+/)
  const second = await context.newPage()
  await second.goto(first.url())
  await second.getByText(words.en.welcome).waitFor()

  await first.getByRole('button', { name: words.en.go }).click()
  await first.getByLabel(words.en.email).fill('first@example.org')
  await first.getByRole('button', { name: 'Next', exact: true }).click()
  await heading(first, words.en.about).waitFor()

  await second.getByRole('button', { name: words.en.go }).click()
  await second.getByRole('alert').getByText('This run has moved on').waitFor()
  await heading(second, words.en.about).waitFor()
  expect(await axe(second)).toEqual([])
  await second.getByLabel(words.en.child).fill('Katherine')
  await second.getByRole('button', { name: 'Next', exact: true }).click()
  await second.getByText(`${words.en.placed} Katherine`).waitFor()

  await first.getByLabel(words.en.child).fill('Dorothy')
  await first.getByRole('button', { name: 'Next', exact: true }).click()
  await first.getByText(`${words.en.placed} Katherine`).waitFor()
  await first.getByRole('button', { name: 'Next', exact: true }).click()
  await first.getByText(words.en.thanks).waitFor()
  await second.getByRole('button', { name: 'Next', exact: true }).click()
  await second.getByText(words.en.thanks).waitFor()
  expect(await camperNamed('Katherine')).toMatchObject({ email: 'first@example.org' })
  expect(await camperNamed('Dorothy')).toBeUndefined()
  await context.close()
})

test('when all places are taken, the next one reads that it is full', async () => {
  for (let taken = 5; taken < places; taken++) {
    const params = { teamId, dataCollectionId: campersId }
    await api.call(recordsApi.create, { params, body: { values: { name: `Camper ${taken}` } } })
  }
  const { page: own, context } = await visit(browser, { viewport: { width: 390, height: 844 } })
  await own.goto(publicAddress())
  await own.getByRole('button', { name: 'Start' }).click()
  await fillIn(own, 'en', 'Late', true)
  await own.getByText('The camp is full.').waitFor()
  expect(await axe(own)).toEqual([])
  expect(await camperNamed('Late')).toBeUndefined()
  await context.close()
})

test.each([1, 2, 3, 4] as const)('builder and runner are accessible in brand %i', async (enumAppBrandId) => {
  const { version } = await api.call(teamsApi.account, { params: { teamId } })
  await api.call(teamsApi.update, { params: { teamId }, body: { version, enumAppBrandId } })
  const isDesk = enumAppBrandId % 2 === 1
  const {
    page: own,
    context,
    errors,
  } = await visitSignedIn(browser, {
    colorScheme: isDesk ? 'light' : 'dark',
    viewport: { width: isDesk ? 1440 : 390, height: 844 },
  })
  const check = async (path: string, shown: Locator) => {
    await own.goto(path)
    await shown.waitFor()
    expect(await axe(own), path).toEqual([])
    expect(await wide(own), path).toBeLessThanOrEqual(0)
  }
  await check(`${base}/steps`, own.getByRole('link', { name: words.en.about }))
  await check(`${base}/flow`, own.getByRole('list', { name: 'Tasks in their order' }))
  await check(`/team-${teamId}/wizards/${wizardId()}`, own.getByText(words.en.welcome))
  await check(publicAddress(), own.getByRole('button', { name: 'Start' }))
  expect(errors).toEqual([])
  await context.close()
})
