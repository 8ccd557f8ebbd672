import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deps, withWorld, world } from '../../../../test/in-a-world.ts'
import { run, sql } from '../../../platform/db.ts'
import { createServer } from '../../../platform/http/server.ts'
import { wizardFrameHosts } from './frame-hosts.ts'
import { aWizard, withPublicApp } from './public-wizards.test-support.ts'

withPublicApp()
withWorld()

let pages: FastifyInstance
beforeAll(async () => {
  pages = await createServer(deps.config, deps.log)
  pages.frameHosts.push(wizardFrameHosts(deps))
  pages.get('/*', async () => 'a page')
})
afterAll(() => pages?.close())

/** `frame-ancestors` of a page, and the header for old browsers. */
async function framing(url: string): Promise<[string | undefined, unknown]> {
  const { headers } = await pages.inject({ url })
  const policy = String(headers['content-security-policy'])
  return [/frame-ancestors ([^;]+)/.exec(policy)?.[1], headers['x-frame-options']]
}

const closed = ["'none'", 'SAMEORIGIN']
const allowedFrameHosts = ['https://camp.example', 'https://*.school.example:8443']

test('the hosts that a public wizard names may show its pages in a frame, and no others', async () => {
  const { teamId } = world.team
  const url = `/public/team-${teamId}/wizards/${await aWizard({ allowedFrameHosts })}`
  for (const page of [url, `${url}/step-3`, `${url}?language=fr`]) {
    expect(await framing(page), page).toEqual([allowedFrameHosts.join(' '), undefined])
  }
  const [plain, hidden] = [await aWizard(), await aWizard({ isPublic: false, allowedFrameHosts })]
  for (const page of [
    `/public/team-${teamId}/wizards/${plain}`,
    `/public/team-${teamId}/wizards/${hidden}`,
    `/public/team-${teamId + 1}/wizards/${url.split('/').at(-1)}`,
    `/public/team-${teamId}/wizards/99999999999999999999`,
    `/login?next=${url}`,
  ]) {
    expect(await framing(page), page).toEqual(closed)
  }
})

test('a host that is taken off the list may not from then on, and nothing else gets into the header', async () => {
  const { teamId } = world.team
  const id = await aWizard({ allowedFrameHosts })
  const set = (hosts: unknown) =>
    run(
      deps.pool,
      sql`update muster.data_wizard set settings = settings || ${JSON.stringify({ allowedFrameHosts: hosts })}::jsonb
          where id = ${id}`,
    )
  await set(['https://camp.example', "*; script-src 'unsafe-inline'", 7])
  expect(await framing(`/public/team-${teamId}/wizards/${id}`)).toEqual(['https://camp.example', undefined])
  await set([])
  expect(await framing(`/public/team-${teamId}/wizards/${id}`)).toEqual(closed)
})
