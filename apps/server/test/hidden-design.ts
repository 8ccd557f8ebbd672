/** The collections, views and cards of `hiddenWorld`, with hidden fields wherever a definition can have them. */
import { api } from '@muster/contract/api'
import { createCollectionBody } from '@muster/contract/collections/collections.schema'
import { addFields, type NewField } from '../src/engine/model/add-fields.ts'
import { changeModel } from '../src/engine/model/change-model.ts'
import { addCollection } from '../src/features/collections/collections.service.ts'
import type { Client } from './client.ts'
import { column, design, hidden, readable, visibleRegion } from './hidden-markers.ts'
import type { TestDeps } from './test-deps.ts'

/** @returns ids of collections */
export async function addCollections(deps: TestDeps, teamId: number) {
  return changeModel(deps, teamId, async (change) => {
    const add = (name: string, more: object = {}) =>
      addCollection(change, createCollectionBody.parse({ name, pluralName: `${name}s`, ...more }))
    const list = await add(design('list'), { IsUsedAsCustomList: true })
    const vault = await add(design('vault'), { description: design('description') })
    const gone = await add(design('gone'))
    const people = await add('Person')
    const ports = await add('Port')
    const field = (name: string, dataType: NewField['dataType'], more: Partial<NewField> = {}): NewField => ({
      title: design(`${name}-title`),
      columnName: column(name),
      dataType,
      description: design(`${name}-description`),
      helpText: design(`${name}-help`),
      ...more,
    })
    const ofPeople = { settings: { dataCollectionId: people } }
    const ofVault = { settings: { dataCollectionId: vault } }
    const ofList = { settings: { listId: list } }
    await addFields(change, vault, [field('vault_note', 'plain_text'), field('vault_day', 'date')])
    await addFields(change, people, [
      field('amount', 'number'),
      field('party', readable.party, ofList),
      field('parties', readable.parties, ofList),
      field('home', readable.home, ofVault),
      field('visits', 'multi_data_record', ofVault),
      field('friends', readable.friends, ofPeople),
      field('papers', readable.papers),
      field('photo', 'single_image'),
      field('day', readable.day),
      field('place', readable.place),
      field('topic', readable.topic),
      field('notes', readable.notes),
      field('region', 'plain_text', { defaultValue: visibleRegion }),
      field('email', 'email_address', { isUnique: true }),
      field('score', 'number'),
      field('price', 'money'),
      field('link', 'url'),
      field('facts', 'detail_list'),
      field('lines', 'financial_line_items'),
      field('gone', 'plain_text'),
      { title: 'Leaflet', columnName: 'leaflet', dataType: 'multi_file' },
      { title: 'Slogan', columnName: 'slogan', dataType: 'plain_text' },
      {
        title: 'Neighbour',
        columnName: 'neighbour',
        dataType: 'single_data_record',
        ...ofPeople,
      },
    ])
    await addFields(change, ports, [
      {
        title: 'Near',
        columnName: 'near',
        dataType: 'single_data_record',
        settings: { dataCollectionId: ports },
      },
      { title: 'Plans', columnName: 'plans', dataType: 'multi_file' },
    ])
    const staff = await add('Staff', { idParentDataCollection: people })
    const membershipDataFilter = {
      or: [
        { field: column('score'), op: 'gt', value: 5 },
        { field: column('notes'), op: 'contains', value: design('notes-smart-filter') },
      ],
    }
    const smart = await add('Smart', {
      idParentDataCollection: people,
      isSmartCollection: true,
      membershipDataFilter,
    })
    return { people, vault, list, staff, smart, gone, ports }
  })
}

interface Designed {
  teamId: number
  people: number
  fields: Record<string, number>
}

export async function addViews(
  admin: Client,
  {
    teamId,
    people,
    vault,
    fields,
    vaultFields,
  }: Designed & { vault: number; vaultFields: Record<string, number> },
) {
  const id = (name: string) => fields[name]!
  /** By id. */
  const publicKeys = new Map<number, string>()
  const create = async (body: object) => {
    const settings = { dataCollectionId: people, type: 'list', recordNameDataFieldId: id('name'), ...body }
    const view = await admin.ok(api.views.create, { params: { teamId }, body: settings } as never)
    publicKeys.set(view.id, view.publicKey)
    return view.id
  }
  const shown = (...names: string[]) => names.map((name) => ({ dataFieldId: id(name) }))
  const rowColors = [
    {
      filter: { field: column('notes'), op: 'contains', value: design('notes-row-color') },
      color: '#e5484d',
    },
  ]
  const open = {
    isVisibleExternally: true,
    recordNameDataFieldId: id('slogan'),
    filter: { field: column('region'), op: 'is', value: visibleRegion },
    sort: [{ field: column('score'), direction: 'asc' }],
    filterFields: shown('slogan'),
  }
  const marked = {
    filter: {
      or: [
        { field: column('notes'), op: 'contains', value: design('notes-view-filter') },
        { field: '@id', op: 'isNotEmpty' },
      ],
    },
    sort: [{ field: column('score'), direction: 'desc' }],
    displayOptions: {
      groupDataFieldId: id(column('party')),
      imageDataFieldId: id(column('photo')),
      colorDataFieldId: id(column('party')),
      rowColors,
    },
    displayedFields: shown(column('notes'), column('score'), column('region'), 'name'),
    filterFields: [{ dataFieldId: id(column('region')), filterLabel: design('filter-label') }],
  }
  const dateInfo = { dataCollectionId: vault, dateDataFieldId: vaultFields[column('vault_day')] }
  const views = {
    shared: await create({ internalName: 'Shared', ...marked }),
    personal: await create({ internalName: hidden('personal-view'), sharing: 'personal', ...marked }),
    calendar: await create({
      internalName: 'Calendar',
      type: 'calendar',
      eventStartDataFieldId: id(column('day')),
      calendarDateInfo: [dateInfo],
    }),
    map: await create({ internalName: 'Map', type: 'map', mapLocationDataFieldId: id(column('place')) }),
    vault: await create({
      internalName: design('vault-view'),
      dataCollectionId: vault,
      recordNameDataFieldId: vaultFields.name,
    }),
    publicList: await create({
      internalName: 'Public list',
      ...open,
      displayedFields: shown('slogan', 'leaflet'),
      displayOptions: { showCount: true, rowColors },
    }),
    publicCalendar: await create({
      internalName: 'Public calendar',
      type: 'calendar',
      eventStartDataFieldId: id(column('day')),
      ...open,
      displayedFields: shown('slogan', column('day')),
    }),
    publicTimeline: await create({
      internalName: 'Public timeline',
      type: 'timeline',
      eventStartDataFieldId: id(column('day')),
      ...open,
      displayedFields: shown('slogan', column('day')),
    }),
    publicMap: await create({
      internalName: 'Public map',
      type: 'map',
      mapLocationDataFieldId: id(column('place')),
      ...open,
      displayedFields: shown('slogan', column('place')),
    }),
  }
  return { views, publicKeys }
}

export async function addCards(
  admin: Client,
  { teamId, people, fields, vaultPerson }: Designed & { vaultPerson: number },
) {
  const shown = (...names: string[]) => names.map((name) => ({ dataFieldId: fields[name]! }))
  const create = async (body: object) =>
    (
      await admin.ok(api.cards.create, {
        params: { teamId },
        body: { dataCollectionId: people, ...body },
      } as never)
    ).id
  const form = await create({ title: 'Form', fieldsShown: shown('name', column('notes'), column('score')) })
  const secret = await create({
    title: design('card'),
    fieldsShown: shown(column('score'), column('region')),
  })
  const visits = { cardType: 'table', sourceDataFieldId: fields[column('visits')] }
  const table = await create({ title: design('visits-card'), ...visits })
  const reverse = { cardType: 'table', sourceDataFieldId: vaultPerson, isReverse: true }
  const back = await create({ title: design('reverse-card'), ...reverse })
  const friends = await create({
    title: design('friends-card'),
    cardType: 'table',
    sourceDataFieldId: fields[column('friends')],
    fieldsShownAsColumns: shown('name', column('notes'), column('friends')),
  })
  const papers = await create({
    title: design('papers-card'),
    cardType: 'thumbnails',
    sourceDataFieldId: fields[column('papers')],
  })
  const group = async (name: string, dataCardIds: number[]) => {
    const body = { dataCollectionId: people, name, dataCardIds }
    return (await admin.ok(api.cards.createGroup, { params: { teamId }, body })).id
  }
  const groups = {
    all: await group('Overview', [form, secret, table, back, friends, papers]),
    secret: await group(design('group'), [secret, table]),
  }
  return { ids: [form, table, back, friends, papers, secret], friends, groups }
}
