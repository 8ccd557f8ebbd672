import { cardsApi } from '@muster/contract/cards/cards.api'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { describe, expect, test } from 'vitest'
import { member, people, places, team, visitor, withWorld, world } from '../../../test/in-a-world.ts'
import { create, group, ids, linked, make, names, page, shown, withApp } from './cards.test-support.ts'

withApp()

describe('other teams’ cards', () => {
  withWorld()

  test('are not found, nor are their groups', async () => {
    const card = await create({ fieldsShown: shown(people.email) })
    const own = await group('Own', [card.id])
    const record = await make(world.people, { name: 'Own' })
    const other = await world.team.stranger()
    const there = visitor.as(other)
    const at = { teamId: other.teamId }
    const statuses = await Promise.all([
      there.call(cardsApi.update, { params: { ...at, dataCardId: card.id }, body: { title: 'x' } }),
      there.call(cardsApi.remove, { params: { ...at, dataCardId: card.id } }),
      there.call(cardsApi.updateGroup, { params: { ...at, dataCardGroupId: own.id }, body: { name: 'x' } }),
      there.call(cardsApi.removeGroup, { params: { ...at, dataCardGroupId: own.id } }),
      there.call(cardsApi.page, { params: { ...at, dataRecordId: record.id }, query: {} }),
      there.call(cardsApi.linkedRecords, {
        params: { ...at, dataCardId: card.id },
        body: { dataRecordId: record.id },
      }),
      there.call(cardsApi.link, {
        params: { ...at, dataCardId: card.id },
        body: { dataRecordId: record.id },
      }),
      there.call(cardsApi.list, { params: at, query: { dataCollectionId: world.people } }),
      there.call(cardsApi.listGroups, { params: at, query: { dataCollectionId: world.people } }),
    ])
    expect(statuses.map(({ status }) => status)).toEqual(statuses.map(() => 404))
    // Nor can they be used in one's own team.
    const mine = await there.ok(collectionsApi.create, {
      params: at,
      body: { name: 'Mine', pluralName: 'Mine' },
    })
    const refused = await there.refused(cardsApi.createGroup, {
      params: at,
      body: { dataCollectionId: mine.id, name: 'x', dataCardIds: [card.id] },
    })
    expect(refused.code).toBe('validation_failed')
    const foreign = await there.refused(cardsApi.create, {
      params: at,
      body: { dataCollectionId: mine.id, title: 'x', fieldsShown: shown(people.email) },
    })
    expect(foreign.code).toBe('validation_failed')
  })
})

describe('rights to read', () => {
  withWorld()

  test('hide fields on cards, and the cards of hidden links', async () => {
    const form = await create({ title: 'Form', fieldsShown: shown(people.email, people.score) })
    const secret = await create({ title: 'Secret', fieldsShown: shown(people.notes) })
    const table = await create({
      title: 'Visited',
      cardType: 'table',
      sourceDataFieldId: people.visited!,
      fieldsShownAsColumns: shown(places.name),
    })
    const hidden = await create({ title: 'Home', cardType: 'table', sourceDataFieldId: people.home! })
    await group('Main', [form.id, secret.id, table.id, hidden.id])
    await group('Only secrets', [secret.id])
    const [paris] = world.placeIds
    const record = await make(world.people, {
      name: 'Ann',
      notes: '<p>Secret</p>',
      visited: [paris],
      home: paris,
    })
    const read = (dataFieldId: number) => ({ permission: 'read_data_field_data' as const, dataFieldId })
    await world.team.setMemberGrants([
      read(people.name!),
      read(people.email!),
      read(people.visited!),
      { permission: 'read_data_field_data', dataCollectionId: world.places },
    ])
    const seen = await page(member, record.id)
    const cards = seen.dataCardGroups.map(({ name, dataCards }) => ({
      name,
      cards: dataCards.map(({ title, fieldsShown }) => [title, ids(fieldsShown)]),
    }))
    expect(cards).toEqual([
      {
        name: 'Main',
        cards: [
          ['Form', [people.email]],
          ['Visited', []],
        ],
      },
    ])
    expect(JSON.stringify(seen)).not.toContain('Secret')
    expect(names(seen.linkedRecords[table.id]!)).toEqual(['Paris'])
    for (const card of [secret, hidden]) {
      const { status } = await member.call(cardsApi.linkedRecords, {
        params: { ...team(), dataCardId: card.id },
        body: { dataRecordId: record.id },
      })
      expect(status).toBe(404)
    }
    // The list of definitions hides them too.
    const { items } = await member.ok(cardsApi.list, {
      params: team(),
      query: { dataCollectionId: world.people },
    })
    expect(items.map(({ title, fieldsShown }) => [title, ids(fieldsShown)])).toEqual([
      ['Form', [people.email]],
      ['Visited', []],
    ])
    // So does the list of groups, and the name of a group that has only hidden cards.
    const groups = await member.ok(cardsApi.listGroups, {
      params: team(),
      query: { dataCollectionId: world.people },
    })
    expect(groups.items.map(({ name, dataCardIds }) => [name, dataCardIds])).toEqual([
      ['Main', [form.id, table.id]],
    ])
    // Places that may not be seen are not listed.
    await world.team.setMemberGrants([read(people.name!), read(people.visited!)])
    expect((await page(member, record.id)).dataCardGroups).toEqual([])
    expect(
      (
        await member.refused(cardsApi.link, {
          params: { ...team(), dataCardId: table.id },
          body: { dataRecordId: record.id, add: [world.placeIds[1]!] },
        })
      ).code,
    ).toBe('not_found')
  })

  test('list nothing for records whose link may not be read', async () => {
    const table = await create({ title: 'Visited', cardType: 'table', sourceDataFieldId: people.visited! })
    const back = await create({
      title: 'Visitors',
      dataCollectionId: world.places,
      cardType: 'table',
      sourceDataFieldId: people.visited!,
      isReverse: true,
    })
    const [paris] = world.placeIds as [number]
    const open = await make(world.people, { name: 'Open', score: 1, visited: [paris] })
    const closed = await make(world.people, { name: 'Closed', score: 99, visited: [paris] })
    await world.team.setMemberGrants([
      { permission: 'read_data_field_data', dataFieldId: people.name! },
      {
        permission: 'read_data_field_data',
        dataFieldId: people.visited!,
        rowFilter: { field: 'score', op: 'lt', value: 50 },
      },
      { permission: 'read_data_field_data', dataCollectionId: world.places },
    ])
    expect(names(await linked(member, table.id, open.id))).toEqual(['Paris'])
    expect(names(await linked(member, table.id, closed.id))).toEqual([])
    const visitors = names(await linked(member, back.id, paris))
    expect(visitors).toContain('Open')
    expect(visitors).not.toContain('Closed')
    // The right to read does not include the right to change.
    const refused = await member.refused(cardsApi.link, {
      params: { ...team(), dataCardId: table.id },
      body: { dataRecordId: open.id, remove: [paris] },
    })
    expect(['access_denied', 'validation_failed']).toContain(refused.code)
  })
})
