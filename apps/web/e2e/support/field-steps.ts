/** How a person sets up, fills in and changes a field of each type, and what is stored. */
import type { DataType } from '@muster/contract/fields/families'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { settled } from './keyboard.ts'
import { pickOption } from './options.ts'

/** Ids of records and other targets of the values. */
export interface Targets {
  people: { collectionId: number; ada: number; grace: number }
  /** Items of the list that is created on the way, by name. */
  items: Record<string, number>
}

export interface FieldForm {
  page: Page
  /** The form, drawer or page with the fields. */
  scope: Locator
  /** The field's title. */
  title: string
}

type Step = (form: FieldForm) => Promise<void>

export interface FieldSteps {
  /** In the drawer that creates the field, for types that need more than a title. */
  setUp?: Step
  fill: Step
  value: (targets: Targets) => unknown
  change: Step
  changed: (targets: Targets) => unknown
}

export const peopleName = 'People'
const listName = 'Colors'

/** By its accessible name: the text of a label includes the asterisk of required fields. */
export const inputOf = (scope: Locator, name: string): Locator =>
  scope.getByRole('textbox', { name, exact: true }).or(scope.getByRole('combobox', { name, exact: true }))

/** Opens the editor of a value of a record. */
export const openField = (scope: Locator, title: string): Promise<void> =>
  scope.getByRole('button', { name: `Edit ${title}`, exact: true }).click()

const one = ({ scope, title }: FieldForm) => inputOf(scope, title)
const group = ({ scope, title }: FieldForm) => scope.getByRole('group', { name: title, exact: true })
const part = (form: FieldForm, label: string) => inputOf(group(form), label)

/** However the instant is formatted. */
const instant = (iso: string): unknown =>
  expect.toSatisfy((found: string) => Date.parse(found) === Date.parse(iso), iso)

const typed = (text: string, value: unknown, next: string, changed: unknown): FieldSteps => ({
  fill: (form) => one(form).fill(text),
  value: () => value,
  change: (form) => one(form).fill(next),
  changed: () => changed,
})

/** Picks in a searchable list: items, records, collections. With single values, the list closes by itself. */
const pick =
  (name: string, isMulti = false): Step =>
  async (form) => {
    await one(form).fill(name)
    const option = form.page.getByRole('option', { name, exact: true })
    await pickOption(option)
    if (isMulti) await one(form).press('Escape')
    await option.waitFor({ state: 'hidden' })
  }
const pickMore = (name: string): Step => pick(name, true)
const unpick =
  (name: string): Step =>
  ({ scope, title }) =>
    scope
      .locator('[class*="item"], [data-width]')
      .filter({ has: scope.page().getByLabel(title, { exact: true }) })
      // The innermost: the outer ones contain other fields too.
      .last()
      .getByRole('button', { name: `Remove ${name}` })
      .click()
const both =
  (...steps: Step[]): Step =>
  async (form) => {
    for (const step of steps) await step(form)
  }

/** A choice in one of the form's own selects. */
const choose =
  (label: string, option: string): Step =>
  async ({ page, scope }) => {
    // The editor of the default value comes after the settings.
    await inputOf(scope, label).first().fill(option)
    await page.getByRole('option', { name: option }).click()
  }

const parts =
  (texts: Record<string, string>): Step =>
  async (form) => {
    for (const [label, text] of Object.entries(texts)) await part(form, label).fill(text)
  }

const upload =
  (...names: (keyof typeof files)[]): Step =>
  async ({ page, scope, title }) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      scope.getByRole('button', { name: title, exact: true }).click(),
    ])
    await chooser.setFiles(names.map((name) => ({ name, ...files[name] })))
    const list = scope.getByRole('list', { name: title, exact: true })
    for (const name of names) await list.getByText(name).or(list.getByAltText(name)).waitFor()
    // It is listed while it is uploading, and only a finished upload is a value.
    await list.getByRole('progressbar').first().waitFor({ state: 'detached' })
  }

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const files = {
  'notes.txt': { mimeType: 'text/plain', buffer: Buffer.from('Notes of the day\n') },
  'plan.txt': { mimeType: 'text/plain', buffer: Buffer.from('The plan\n') },
  'dot.png': { mimeType: 'image/png', buffer: png },
  'spot.png': { mimeType: 'image/png', buffer: Buffer.concat([png, Buffer.from('\0')]) },
}
const stored = (name: keyof typeof files) =>
  expect.objectContaining({ name, size: files[name].buffer.length })

const uploaded = (first: keyof typeof files, second: keyof typeof files, isMulti: boolean): FieldSteps => ({
  fill: upload(first),
  value: () => (isMulti ? [stored(first)] : stored(first)),
  change: upload(second),
  changed: () => (isMulti ? [stored(first), stored(second)] : stored(second)),
})

const line = (description: string, quantity: number, unitAmount: number, taxRate: number, total: number) => ({
  description,
  quantity,
  unitAmount,
  currency: 'USD',
  taxRate,
  total,
})

const noAddress = {
  line1: null,
  line2: null,
  city: null,
  region: null,
  postalCode: null,
  country: null,
  lat: null,
  lng: null,
}

/** A missing type does not compile. The list is created with the first of its two fields. The team's zone is New York, its currency the dollar. */
export const fieldSteps: Record<DataType, FieldSteps> = {
  plain_text: typed('Héllo', 'Héllo', 'Good-bye, “world”', 'Good-bye, “world”'),
  code: typed('AB-1', 'AB-1', 'AB-2', 'AB-2'),
  url: typed(
    'example.org/a',
    'https://example.org/a',
    'https://example.org/b?c=1',
    'https://example.org/b?c=1',
  ),
  email_address: typed('ada@Example.org', 'ada@example.org', 'grace@example.org', 'grace@example.org'),
  phone_number: typed('(415) 555-2671', '+14155552671', '+44 20 7946 0958', '+442079460958'),
  number: typed('1,234', 1234, '-7', -7),
  decimal: {
    ...typed('3.25', 3.25, '0.1', 0.1),
    setUp: ({ scope }) => inputOf(scope, 'Decimals').fill('2'),
  },
  percentage: typed('12.5', 12.5, '100', 100),
  rating: {
    fill: stars(4),
    value: () => 4,
    change: stars(2),
    changed: () => 2,
  },
  money: {
    ...typed('20.50', { amount: 20.5, currency: 'EUR' }, '1,000', { amount: 1000, currency: 'EUR' }),
    setUp: choose('Currency', 'Euro'),
  },
  date: typed('02/29/2024', '2024-02-29', '12/31/1799', '1799-12-31'),
  date_time: typed(
    '02/29/2024 13:45',
    instant('2024-02-29T18:45:00Z'),
    '07/01/2024 08:00',
    instant('2024-07-01T12:00:00Z'),
  ),
  formatted_text: {
    fill: async ({ page, scope, title }) => {
      await scope.getByRole('textbox', { name: title, exact: true }).click()
      await page.keyboard.type('First words')
    },
    value: () => '<p>First words</p>',
    change: async ({ page, scope, title }) => {
      await scope.getByRole('textbox', { name: title, exact: true }).click()
      await page.keyboard.press('Control+A')
      await settled(page)
      await scope.getByRole('button', { name: 'Bold', exact: true }).click()
    },
    changed: () => '<p><strong>First words</strong></p>',
  },
  icon: {
    fill: icon('star'),
    value: () => 'fas fa-star',
    change: icon('heart'),
    changed: () => 'fas fa-heart',
  },
  date_range: {
    fill: parts({ From: '01/01/2024', To: '01/31/2024' }),
    value: () => ({ start: '2024-01-01', end: '2024-01-31' }),
    change: parts({ To: '' }),
    changed: () => ({ start: '2024-01-01', end: null }),
  },
  boolean: {
    fill: ({ scope, title }) => scope.getByRole('switch', { name: title, exact: true }).press('Space'),
    value: () => true,
    change: ({ scope, title }) => scope.getByRole('switch', { name: title, exact: true }).press('Space'),
    changed: () => false,
  },
  single_selection_from_list: {
    setUp: choose('List', listName),
    fill: pick('Red'),
    value: ({ items }) => items.Red,
    change: pick('Green'),
    changed: ({ items }) => items.Green,
  },
  multi_selection_from_list: {
    setUp: newList,
    fill: both(pickMore('Red'), pickMore('Blue')),
    value: ({ items }) => [items.Red, items.Blue],
    change: both(unpick('Red'), pickMore('Green')),
    changed: ({ items }) => [items.Blue, items.Green],
  },
  payment_status: {
    fill: pick('Pending'),
    value: () => 'pending',
    change: pick('Paid'),
    changed: () => 'paid',
  },
  single_data_record: {
    setUp: choose('Collection', peopleName),
    fill: pick('Ada Lovelace'),
    value: ({ people }) => people.ada,
    change: pick('Grace Hopper'),
    changed: ({ people }) => people.grace,
  },
  multi_data_record: {
    setUp: choose('Collection', peopleName),
    fill: pickMore('Ada Lovelace'),
    value: ({ people }) => [people.ada],
    change: pickMore('Grace Hopper'),
    changed: ({ people }) => [people.ada, people.grace],
  },
  single_data_collection: {
    fill: pick(peopleName),
    value: ({ people }) => people.collectionId,
    change: unpick(peopleName),
    changed: () => null,
  },
  multi_data_collection: {
    fill: pickMore(peopleName),
    value: ({ people }) => [people.collectionId],
    change: unpick(peopleName),
    changed: () => null,
  },
  single_file: uploaded('notes.txt', 'plan.txt', false),
  multi_file: uploaded('notes.txt', 'plan.txt', true),
  single_image: uploaded('dot.png', 'spot.png', false),
  multi_image: uploaded('dot.png', 'spot.png', true),
  video: typed(
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://vimeo.com/76979871',
    'https://vimeo.com/76979871',
  ),
  physical_address: {
    fill: parts({ 'Street and number': '1 First St', City: 'Springfield', Latitude: '38.9, -77.03' }),
    value: () => ({ ...noAddress, line1: '1 First St', city: 'Springfield', lat: 38.9, lng: -77.03 }),
    change: parts({ 'ZIP code': '20500' }),
    changed: () => ({
      ...noAddress,
      line1: '1 First St',
      city: 'Springfield',
      postalCode: '20500',
      lat: 38.9,
      lng: -77.03,
    }),
  },
  detail_list: {
    fill: both(addRow('Add a detail'), parts({ 'Label 1': 'Height', 'Value 1': '1.80 m' })),
    value: () => [{ label: 'Height', value: '1.80 m' }],
    change: both(addRow('Add a detail'), parts({ 'Label 2': 'Eyes', 'Value 2': 'two' })),
    changed: () => [
      { label: 'Height', value: '1.80 m' },
      { label: 'Eyes', value: 'two' },
    ],
  },
  financial_line_item: {
    fill: parts({ Description: 'Ticket', Quantity: '2', 'Unit price': '10.05', 'Tax %': '8.5' }),
    value: () => line('Ticket', 2, 10.05, 8.5, 21.81),
    change: parts({ Quantity: '1', 'Tax %': '' }),
    changed: () => line('Ticket', 1, 10.05, 0, 10.05),
  },
  financial_line_items: {
    fill: both(addRow('Add a line'), parts({ Description: 'Lunch', 'Unit price': '12' })),
    value: () => [line('Lunch', 1, 12, 0, 12)],
    change: both(
      addRow('Add a line'),
      parts({ 'Description, line 2': 'Dinner', 'Quantity, line 2': '2', 'Unit price, line 2': '20' }),
    ),
    changed: () => [line('Lunch', 1, 12, 0, 12), line('Dinner', 2, 20, 0, 40)],
  },
}

function icon(name: string): Step {
  return async ({ page, scope, title }) => {
    await scope.getByRole('button', { name: title, exact: true }).click()
    const search = page.getByRole('combobox', { name: 'Search icons' })
    await search.fill(name)
    await page.getByRole('option', { name: new RegExp(`^${name}$`, 'i') }).waitFor()
    await search.press('Enter')
    await search.waitFor({ state: 'hidden' })
  }
}

function stars(count: number): Step {
  return ({ scope, title }) =>
    scope
      .getByRole('radiogroup', { name: title, exact: true })
      .getByRole('radio', { name: `${count} of 5 stars`, exact: true })
      .click()
}

function addRow(label: string): Step {
  return (form) => group(form).getByRole('button', { name: label }).click()
}

async function newList({ page, scope }: FieldForm): Promise<void> {
  await scope.getByRole('button', { name: 'New list' }).click()
  const dialog = page.getByRole('dialog', { name: 'New list' })
  await inputOf(dialog, 'Name of the list').fill(listName)
  await inputOf(dialog, 'Name of one item').fill('Color')
  await inputOf(dialog, 'Items').fill('Red\nGreen\nBlue')
  await dialog.getByRole('button', { name: 'Create list' }).click()
  await dialog.waitFor({ state: 'hidden' })
}
