/**
 * Messages of `hiddenWorld`: one of the administrator's was sent to hidden people, with hidden values in it; each user who
 * may work with emails has messages and templates in every state, which show and reach the same.
 */
import { api } from '@muster/contract/api'
import { notificationTypes } from '@muster/contract/messages/notifications'
import type { TemplateUse } from '@muster/contract/messages/templates.api'
import { aMessage, aSender, aTemplate } from '../src/features/messages/messages.test-support.ts'
import { pictureToken } from '../src/features/messages/pictures/picture-token.ts'
import { ident, rows, run, sql } from '../src/platform/db.ts'
import { tasksOf } from '../src/tasks.ts'
import type { TestTeam } from './a-team.ts'
import { type Client, urlOf } from './client.ts'
import { png } from './hidden-markers.ts'
import type { HiddenUser } from './hidden-users.ts'
import type { TestDeps } from './test-deps.ts'

interface Parts {
  team: TestTeam
  people: number
  /** A view with hidden records, and its fields. */
  view: { id: number; fieldIds: readonly number[] }
  recordIds: readonly number[]
}

/** The ids of one user's messages and templates, by what is done to them. */
type Ids = Record<(typeof states)[number]['key'] | 'template' | 'published' | 'archivedTemplate', number> & {
  /** Of `sent` and of `doubtful`. */
  recipientIds: number[]
}

const states = [
  { key: 'edited', status: 'DRAFT' },
  { key: 'submitted', status: 'DRAFT' },
  { key: 'scheduledNow', status: 'DRAFT' },
  { key: 'sentNow', status: 'DRAFT' },
  { key: 'archivedNow', status: 'DRAFT' },
  { key: 'withdrawn', status: 'AWAITING_APPROVAL' },
  { key: 'approved', status: 'AWAITING_APPROVAL' },
  { key: 'sentBack', status: 'AWAITING_APPROVAL' },
  { key: 'unscheduled', status: 'SCHEDULED' },
  { key: 'paused', status: 'SENDING' },
  { key: 'resumed', status: 'SENDING', isPaused: true },
  { key: 'sent', status: 'SENT' },
  { key: 'doubtful', status: 'SENT' },
  { key: 'unarchived', status: 'ARCHIVED' },
] as const

export async function addMessages(deps: TestDeps, admin: Client, { team, people, view, recordIds }: Parts) {
  const { teamId, schema } = team
  const { teamUserId: adminId } = team.admin.teamUser
  await admin.ok(api.collections.update, {
    params: { teamId, dataCollectionId: people },
    body: { representsPeople: true },
  })
  const senderId = await aSender(deps, teamId)
  const include = [{ kind: 'records' as const, dataCollectionId: people, dataRecordIds: [...recordIds] }]
  const design = {
    settings: {},
    blocks: [
      { id: 'a', type: 'text', settings: { html: '<p>{{ field.slogan }} {{ field.name }}</p>' } },
      { id: 'b', type: 'view_list', settings: { dataViewId: view.id, dataFieldIds: view.fieldIds } },
      {
        id: 'c',
        type: 'text',
        settings: { html: '<a href="https://x.example/{{ field.slogan }}">More</a>' },
      },
      { id: 'd', type: 'text', settings: { html: '<a href="{{ system.unsubscribe_url }}">Stop</a>' } },
    ],
  }
  const message = async (ownedBy: number, state: (typeof states)[number]): Promise<number> => {
    const id = await aMessage(deps, { teamId, ownedBy, senderId, include, ...state })
    await run(
      deps.pool,
      sql`update muster.outgoing_message_content set design = ${JSON.stringify(design)}, subject_line = '{{ field.slogan }}'
          where outgoing_message_id = ${id}`,
    )
    await run(
      deps.pool,
      sql`insert into muster.outgoing_message_content (outgoing_message_id, language, subject_line, design)
          select ${id}::bigint, 'es', 'Hola', ${JSON.stringify(design)}::jsonb`,
    )
    return id
  }

  const original = await message(adminId, states[3])
  await admin.ok(api.messages.send, { params: { teamId, outgoingMessageId: original }, body: {} })
  await deps.runJobs(tasksOf(deps))
  const recipient = ident(schema, 'message_recipient')
  await run(
    deps.pool,
    sql`update ${recipient} set state = 'accepted', detail = '250 ' || address
        where message_id = ${original} and state = 'waiting'`,
  )
  await end(original)

  /** Marks a message as sent, to the people of the original. */
  async function end(id: number): Promise<void> {
    await run(
      deps.pool,
      sql`update muster.outgoing_message set status = 'SENT', sent_at = now(), frozen_at = now() where id = ${id}`,
    )
  }
  async function copyLedger(id: number, isDoubtful: boolean): Promise<number[]> {
    const copied = await rows<{ id: number }>(
      deps.pool,
      sql`insert into ${recipient} (message_id, record_id, data_collection_id, address, address_hash, language, values,
            state, reason, detail)
          select ${id}::bigint, record_id, data_collection_id, address, address_hash, language, values,
            case when state = 'excluded' then state when ${isDoubtful} then 'in_doubt' else 'failed' end, reason,
            '550 ' || address
          from ${recipient} where message_id = ${original} order by id returning id`,
    )
    await run(
      deps.pool,
      sql`insert into ${ident(schema, 'message_notification')} (recipient_id, message_id, type, detail)
          select id, message_id, ${notificationTypes.indexOf('bounce')}::int, '550 ' || address
          from ${recipient} where message_id = ${id}`,
    )
    await run(
      deps.pool,
      sql`update muster.outgoing_message_content c set compiled = o.compiled from muster.outgoing_message_content o
          where c.outgoing_message_id = ${id} and o.outgoing_message_id = ${original} and o.language = c.language`,
    )
    return copied.map((row) => row.id)
  }

  const ofUser = new Map<number, Ids>()
  const pictureId = await addPicture(admin, teamId)
  return {
    original,
    picture: { id: pictureId, token: pictureToken(deps.config.secret, { teamId, fileId: pictureId }) },
    recipientIds: (
      await rows<{ id: number }>(deps.pool, sql`select id from ${recipient} where message_id = ${original}`)
    ).map(({ id }) => id),
    template: await aTemplateOf('marketing_and_participation'),
    of: (user: HiddenUser) => ofUser.get(user.teamUser.teamUserId),
    /** @param users of whom each gets their own, so that none takes away what another needs */
    async add(users: readonly HiddenUser[]): Promise<void> {
      for (const user of users.filter(worksWithEmails)) {
        const { teamUserId } = user.teamUser
        const isOfOwn = user.permission?.includes('_user_')
        const ids: Record<string, number> = {}
        for (const state of states) ids[state.key] = await message(isOfOwn ? teamUserId : adminId, state)
        ids.published = await aTemplate(deps, teamId)
        ids.template = await aTemplateIn('DRAFT')
        ids.archivedTemplate = await aTemplateIn('ARCHIVED')
        const recipientIds = [
          ...(await copyLedger(ids.sent!, false)).slice(0, 2),
          ...(await copyLedger(ids.doubtful!, true)).slice(0, 2),
        ]
        ofUser.set(teamUserId, { ...ids, recipientIds } as Ids)
      }
    },
  }

  async function aTemplateOf(use: TemplateUse): Promise<number> {
    const id = await aTemplate(deps, teamId)
    await run(deps.pool, sql`update muster.message_template set used_for = ${use} where id = ${id}`)
    return id
  }
  async function aTemplateIn(status: 'DRAFT' | 'ARCHIVED'): Promise<number> {
    const id = await aTemplate(deps, teamId, '<p>{{ field.slogan }}</p>')
    const wasPublished = status !== 'DRAFT'
    await run(
      deps.pool,
      sql`update muster.message_template set status = ${status}, was_published = ${wasPublished} where id = ${id}`,
    )
    return id
  }
}

async function addPicture(admin: Client, teamId: number): Promise<string> {
  const answer = await admin.inject({
    method: 'POST',
    url: urlOf(api.messagePictures.upload, { teamId }, { name: 'apples.png' }),
    headers: { 'content-type': 'application/octet-stream' },
    payload: png,
  })
  return answer.json<{ fileId: string }>().fileId
}

const worksWithEmails = ({ permission }: HiddenUser): boolean =>
  permission !== null && /^outgoing_messages_(.*_emails|templates)$/.test(permission)
