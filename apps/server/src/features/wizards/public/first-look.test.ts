/** What is prerendered of a public wizard, and for whom. */
import type { PrerenderRequest } from '@muster/contract/wizards/prerender'
import type { FastifyRequest } from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import { deps, withWorld, world } from '../../../../test/in-a-world.ts'
import { ident, one, run, sql } from '../../../platform/db.ts'
import type { MakeFirstLook } from '../../../platform/http/public-wizard-page.ts'
import { firstLooks } from './first-look.ts'
import { aVerifiedWizard, aWizard, withPublicApp } from './public-wizards.test-support.ts'

withPublicApp()
withWorld()

type Wanted = Omit<PrerenderRequest, 'id'>

let wanted: Wanted[]
let answer: string | null
let make: MakeFirstLook

beforeEach(() => {
  wanted = []
  answer = '<p>Look</p>'
  make = firstLooks(deps)
})

const look = (path: string, headers: Record<string, string> = {}) =>
  make({ url: path, headers, log: deps.log } as unknown as FastifyRequest, async (request) => {
    wanted.push(request)
    return answer
  })
const pathOf = (dataWizardId: number) => `/public/team-${world.team.teamId}/wizards/${dataWizardId}`

test('is the start and the first question, in the language of the visitor, and writes nothing', async () => {
  const id = await aWizard({
    name: 'Camp',
    nameTranslations: { fr: 'Colonie' },
    availableLanguages: ['en', 'fr'],
  })
  expect(await look(`${pathOf(id)}?theme=dark&embed=1`, { 'accept-language': 'fr' })).toBe('<p>Look</p>')
  expect(wanted).toMatchObject([
    {
      teamId: world.team.teamId,
      url: `${pathOf(id)}?theme=dark&embed=1`,
      isNarrow: false,
      wizard: { name: 'Colonie', language: 'fr', isOpen: true },
      screen: { state: 'waiting', ask: { kind: 'form', fields: [{ columnName: 'name' }] } },
    },
  ])
  const stored = await one<{ runs: number }>(
    deps.pool,
    sql`select count(*) as runs from ${ident((await world.model()).schema, 'wizard_run')} where data_wizard_id = ${id}`,
  )
  expect(stored).toEqual({ runs: 0 })
})

test('is kept for a moment, until the wizard changes; by language, width and look', async () => {
  const id = await aWizard({ availableLanguages: ['en', 'es'] })
  const times = async (...headers: Record<string, string>[]) => {
    const before = wanted.length
    for (const one of headers) expect(await look(pathOf(id), one)).toBe('<p>Look</p>')
    return wanted.length - before
  }
  const mobile = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/130 Mobile Safari/537.36' }
  // The first look publishes the version.
  await look(pathOf(id))
  expect(await times({}, {}, {})).toBe(1)
  expect(await times({ 'accept-language': 'es' }, mobile)).toBe(2)
  expect(wanted.at(-1)?.isNarrow).toBe(true)
  expect(await times({}, { 'accept-language': 'es' }, mobile)).toBe(0)
  await run(
    deps.pool,
    sql`update muster.data_wizard set settings = settings || '{"name": "Other"}', name = 'Other' where id = ${id}`,
  )
  await look(pathOf(id))
  expect(wanted.at(-1)?.wizard.name).toBe('Other')
  await run(
    deps.pool,
    sql`update muster.data_wizard set settings = settings || '{"isOpen": false}' where id = ${id}`,
  )
  expect(await look(pathOf(id))).toBeNull()
})

test('one that could not be made is tried again', async () => {
  const id = await aWizard()
  answer = null
  expect(await look(pathOf(id))).toBeNull()
  answer = '<p>Now</p>'
  expect(await look(pathOf(id))).toBe('<p>Now</p>')
})

test('texts for fields are neither in it nor kept', async () => {
  const id = await aWizard()
  await look(`${pathOf(id)}?name=Grace&language=en`)
  expect(wanted).toMatchObject([{ url: `${pathOf(id)}?language=en`, screen: null }])
  expect(JSON.stringify(wanted)).not.toContain('Grace')
})

test('where the first question cannot be found out, it is the start alone', async () => {
  const id = await aWizard()
  let calls = 0
  const get = async (teamId: number) => {
    // Once for the wizard, and then for its question.
    if (calls++ > 0) throw new Error('lost')
    return deps.models.get(teamId)
  }
  make = firstLooks({ ...deps, models: { get } as never })
  expect(await look(pathOf(id))).toBe('<p>Look</p>')
  expect(wanted).toMatchObject([{ screen: null, wizard: { isOpen: true } }])
})

test('there is none of wizards that are private, missing, or ask people first who they are', async () => {
  const hidden = await aWizard({ isPublic: false })
  const verified = await aVerifiedWizard()
  for (const path of [
    pathOf(hidden),
    pathOf(verified),
    pathOf(999_999_999),
    '/AuthPublicDataWizard/v1.x',
    '/login',
  ]) {
    expect(await look(path), path).toBeNull()
  }
  expect(wanted).toEqual([])
})
