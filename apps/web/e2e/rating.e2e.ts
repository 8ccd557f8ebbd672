/** The promise of a field type: wherever values are, it is read and written, in each language. */
import fs from 'node:fs'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { Language } from '@muster/contract/paging'
import { recordsApi } from '@muster/contract/records/records.api'
import { teamsApi } from '@muster/contract/teams/teams.api'
import { viewsApi } from '@muster/contract/views/views.api'
import { describe, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { readCsv } from './support/csv.ts'
import { gridOn } from './support/grid.ts'
import { api, inATeam, page, teamId, visited } from './support/in-a-team.ts'
import { type Texts, textsIn } from './support/texts.ts'

inATeam('Critics')

async function aCollection(pluralName: string): Promise<{ id: number; name: number; rating: number }> {
  const made = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: `One of ${pluralName}`, pluralName },
  })
  const rating = await api.call(collectionsApi.createField, {
    params: { teamId, dataCollectionId: made.id },
    body: { title: 'Stars', columnName: 'stars', dataType: 'rating' },
  })
  return { id: made.id, name: made.DataFields[0]!.id, rating: rating.id }
}

/** How people write four of five in a file. */
const fourOfFive = { en: '4 of 5', es: '4 de 5', fr: '4 sur 5' }

async function importFile(t: Texts, dataCollectionId: number, lines: string[]): Promise<void> {
  await page.goto(`/team-${teamId}/data-collections/${dataCollectionId}/import`)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: t('imports:drop.choose') }).click(),
  ])
  await chooser.setFiles({ name: 'films.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await page.getByRole('button', { name: t('imports:checkRows') }).click()
  await page.getByRole('heading', { name: t('imports:check.title') }).waitFor()
  const count = lines.length - 1
  await page.getByRole('button', { name: t('imports:check.write', { count, rows: count }) }).click()
  await page.getByText(t('imports:done.created', { count, records: count })).waitFor()
}

async function exportFile(t: Texts, dataCollectionId: number): Promise<string[][]> {
  await page.goto(`/team-${teamId}/data-collections/${dataCollectionId}/records?sort=-stars`)
  await page.getByRole('button', { name: t('common:more') }).click()
  await page.getByRole('menuitem', { name: t('exports:title') }).click()
  const dialog = page.getByRole('dialog', { name: t('exports:title') })
  await dialog.getByText(t('exports:texts.local')).click()
  await dialog.getByRole('button', { name: t('exports:start'), exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog
      .getByRole('link', { name: new RegExp(`^${t('exports:list.downloadNamed', { name: '' })}`) })
      .click(),
  ])
  return readCsv(fs.readFileSync(await download.path(), 'utf8').replace(/^\ufeff/, ''))
}

describe.each(['en', 'es', 'fr'] as const)('in %s', (language: Language) => {
  test('stars are imported, shown, filtered, grouped, viewed and exported', async () => {
    const t = textsIn(language)
    await api.call(teamsApi.preferences, { params: { teamId }, body: { InterfaceLanguage: language } })
    const plural = `Films ${language}`
    const films = await aCollection(plural)
    const separator = language === 'en' ? ',' : ';'
    const line = (...cells: string[]) => cells.join(separator)
    await importFile(t, films.id, [
      line('Name', 'Stars'),
      line('Alien', fourOfFive[language]),
      line('Brazil', '★★☆☆☆'),
      line('Casablanca', '5'),
      line('Dune', ''),
    ])
    const { items } = await api.call(recordsApi.query, {
      params: { teamId, dataCollectionId: films.id },
      body: { limit: 10 },
    })
    expect(items.map(({ name, values }) => [name, values.stars])).toEqual([
      ['Alien', 4],
      ['Brazil', 2],
      ['Casablanca', 5],
      ['Dune', null],
    ])

    const grid = gridOn(page, plural)
    const list = `/team-${teamId}/data-collections/${films.id}/records`
    const shown = (value: number) => t('dataTypes:rating.of', { value, max: 5 })
    const filter = { a: [['stars', 'gte', 3]] }
    await page.goto(`${list}?sort=-stars&filter=${encodeURIComponent(JSON.stringify(filter))}`)
    await expect.poll(() => grid.textOf(1, 0)).toBe(shown(5))
    await expect.poll(() => grid.textOf(1, 1)).toBe(shown(4))
    // The empty row at the end, which adds a record.
    await expect.poll(() => grid.textOf(1, 2)).toBe('')

    await page.goto(`${list}?group=-stars`)
    await expect.poll(() => grid.textOf(0, 0)).toMatch(new RegExp(`^${shown(5)} 1$`))
    await expect.poll(() => grid.textOf(0, 1)).toBe('Casablanca')
    await expect.poll(() => grid.textOf(0, 2)).toMatch(new RegExp(`^${shown(4)} 1$`))

    const view = await api.call(viewsApi.create, {
      params: { teamId },
      body: {
        dataCollectionId: films.id,
        type: 'list',
        displayOptions: { layout: 'list' },
        internalName: `Cards ${language}`,
        recordNameDataFieldId: films.name,
        displayedFields: [{ dataFieldId: films.rating }],
      } as never,
    })
    await page.goto(`${list}?view=${view.id}`)
    const stars = (count: number) =>
      page.getByRole('img', { name: t('dataTypes:rating.stars', { count, max: 5 }) })
    for (const count of [2, 4, 5]) await stars(count).waitFor()
    expect(await axe(page)).toEqual([])

    const [header, ...rows] = await exportFile(t, films.id)
    expect(header?.[1]).toBe('Stars')
    expect(rows).toEqual([
      ['Casablanca', '5'],
      ['Alien', '4'],
      ['Brazil', '2'],
      ['Dune', ''],
    ])
    expect(visited.errors).toEqual([])
  })
})
