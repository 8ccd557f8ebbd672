/** Calls with several arguments that fit together, which no generator would find. */
import { aggregateFunctions } from '@muster/contract/records/records.schema'
import type { CallArguments } from './call-variants.ts'
import { filtersOf, guess, newEmail, newName, type Own, valuesOf } from './hidden-arguments.ts'
import { column, columnName, counts, hidden, leastAmount, png } from './hidden-markers.ts'
import type { HiddenUser } from './hidden-users.ts'
import type { HiddenWorld } from './hidden-world.ts'

/** Calls by endpoint. */
export function writtenCalls(
  world: HiddenWorld,
  user: HiddenUser,
  own: Own,
): Record<string, CallArguments[]> {
  const { teamId, people, vault, list, staff, smart, fields, cards } = world
  const ownCollection = user.dataCollectionId
  const inTeam = { teamId }
  const inOwn = { teamId, dataCollectionId: ownCollection }
  const inPeople = { teamId, dataCollectionId: people }
  const ownColumn = columnName(user.column)
  const filters = filtersOf(world, user)
  const query = (body: object): CallArguments => ({
    params: inOwn,
    body: { count: 'exact', limit: 1000, ...body },
  })
  const filtered = filters.map((filter) => query({ filter }))
  const measures = [
    { fn: 'count' },
    ...aggregateFunctions.slice(1, 7).map((fn) => ({ fn, field: ownColumn })),
  ]
  const hiddenMeasures = aggregateFunctions.slice(1, 7).map((fn) => ({ fn, field: column('score') }))
  const made = own.dataRecordId ?? []
  const mergeOf = (ids: readonly unknown[], more: object = {}): CallArguments => ({
    params: inOwn,
    body: { survivorId: ids[0], records: ids.map((id) => ({ id, version: 1 })), ...more },
  })
  const choices = (columnNames: string[], more: object = {}) => ({
    columns: columnNames.map((name, index) => ({ index, columnName: name })),
    mode: 'update',
    matchBy: [ownColumn],
    ...more,
  })
  // Names in capitals equal those of hidden records; the last one is too long and is rejected.
  const guesses = Array.from({ length: 8 }, (_, n) => guess(`row-name-${n}`))
  const guessesAsCsv = ['name', ...guesses, 'x'.repeat(10_001)].join('\n')
  const imports = (own.importId ?? []).flatMap((importId): CallArguments[] => [
    { params: { teamId, importId }, body: choices([ownColumn], { mode: 'create', matchBy: [] }) },
    { params: { teamId, importId }, body: choices([ownColumn]) },
    { params: { teamId, importId }, body: choices([column('email')], { mode: 'createAndUpdate' }) },
  ])
  const scans = [ownColumn, '@name', column('home'), column('notes')].map((name) => ({
    params: inOwn,
    body: { rules: [{ fields: [name] }] },
  }))
  const exported = (more: object) => ({
    params: inTeam,
    body: { dataCollectionId: ownCollection, format: 'csv', ...more },
  })
  const purposeMade = (own.dataCollectionId ?? []).map((dataCollectionId) => ({ teamId, dataCollectionId }))
  const all = { filter: { field: '@id', op: 'gt', value: 0 } }
  return {
    'records.query': [
      query({}),
      ...filtered,
      query({ deleted: true }),
      query({ search: guess('row') }),
      query({ search: guess('own') }),
      query({ sort: [{ field: column('score'), direction: 'desc' }] }),
      query({ sort: [{ field: '@name', direction: 'desc' }] }),
      query({ fields: [ownColumn, column('score'), column('notes'), 'name'] }),
      ...[vault, list, staff, smart].map((dataCollectionId) => ({
        params: { teamId, dataCollectionId },
        body: { count: 'exact', limit: 1000 },
      })),
    ],
    'records.aggregate': [
      { params: inOwn, body: { measures } },
      { params: inOwn, body: { measures, groupBy: [{ field: ownColumn }] } },
      { params: inPeople, body: { measures: hiddenMeasures } },
      ...aggregateFunctions.slice(7).flatMap((fn) => [
        { params: inOwn, body: { measures: [{ fn, field: ownColumn }] } },
        { params: inPeople, body: { measures: [{ fn, field: column('score') }] } },
      ]),
      {
        params: inOwn,
        body: { measures: [{ fn: 'count' }], groupBy: [{ field: ownColumn }], order: 'count' },
      },
      ...filters.map((filter) => ({ params: inOwn, body: { measures: [{ fn: 'count' }], filter } })),
      ...[vault, list, staff, smart].map((dataCollectionId) => ({
        params: { teamId, dataCollectionId },
        body: { measures: [{ fn: 'count' }] },
      })),
    ],
    'records.update': [
      { params: { teamId, dataRecordId: world.visible[2] }, body: { values: valuesOf(user)[0] } },
      { params: { teamId, dataRecordId: world.visible[2] }, body: { values: valuesOf(user)[0], version: 1 } },
    ],
    'records.bulk': [
      { params: inPeople, body: { set: valuesOf(user)[0], target: all } },
      { params: inPeople, body: { addTo: staff, target: all } },
      { params: inPeople, body: { removeFrom: staff, target: all } },
      { params: inPeople, body: { delete: all } },
      { params: inPeople, body: { restore: all } },
      { params: inPeople, body: { restore: { ids: [...world.visible, world.trashed[0]] } } },
    ],
    'files.fetchPictures': ['photo', 'link'].map((name) => ({
      params: inPeople,
      body: { from: column('link'), into: column(name), target: all },
    })),
    'records.previewRewrite': [inOwn, inPeople].flatMap((params) => [
      ...[ownColumn, 'name', column('notes'), column('home')].map((field) => ({
        params,
        body: { replace: { fields: [field], find: '-', with: 'x' }, target: all },
      })),
      ...filters.map((filter) => ({
        params,
        body: { replace: { fields: [ownColumn], find: '-', with: 'x' }, target: { filter } },
      })),
      {
        params,
        body: {
          split: { field: ownColumn, separator: '-', into: [ownColumn, 'name'], language: 'en' },
          target: all,
        },
      },
    ]),
    'records.restore': world.visible.map((dataRecordId) => ({ params: { teamId, dataRecordId } })),
    'exports.create': [
      exported({}),
      exported({ format: 'xlsx', headers: 'columnNames' }),
      exported({ fields: [ownColumn, column('score'), 'name'] }),
      exported({ linkBy: { [column('home')]: column('vault_note'), [column('friends')]: column('notes') } }),
      ...filters.slice(2, 6).map((filter) => exported({ filter })),
      { params: inTeam, body: { dataCollectionId: vault, format: 'csv' } },
    ],
    'duplicates.find': scans,
    'duplicates.merge': [
      ...(made.length < 2 ? [] : [mergeOf(made.slice(0, 2))]),
      mergeOf(made.slice(0, 2), { choices: { [column('notes')]: made[1] } }),
      mergeOf([world.visible[0], world.hiddenRecords[0]]),
    ],
    'duplicates.mergeMany': (own.scanId ?? []).map((scanId) => ({
      params: { teamId, scanId },
      body: { groups: 'all' },
    })),
    'imports.upload': [
      {
        params: inTeam,
        query: { dataCollectionId: ownCollection, fileName: 'mine.csv' },
        body: guessesAsCsv,
      },
      { params: inTeam, query: { dataCollectionId: vault, fileName: 'mine.csv' }, body: guessesAsCsv },
    ],
    'files.upload': [
      { params: inTeam, query: { name: 'mine.png' }, body: png },
      { params: inTeam, query: { name: 'mine.png', dataFieldId: fields[column('photo')] }, body: png },
      { params: inTeam, query: { name: 'mine.txt', dataFieldId: user.dataFieldId }, body: 'Mine' },
    ],
    'imports.check': imports,
    'imports.run': imports,
    'lists.uses': [{ params: { teamId, dataCollectionId: list } }],
    'lists.merge': [
      {
        params: { teamId, dataCollectionId: list },
        body: { survivorId: world.items[0], itemIds: [world.items[1]] },
      },
    ],
    'cards.preview': [
      {
        params: inTeam,
        body: cardOf(people, world.visible[0], {
          fieldsShown: Object.values(fields).map((dataFieldId) => ({ dataFieldId })),
        }),
      },
      {
        params: inTeam,
        body: cardOf(people, world.visible[0], {
          cardType: 'table',
          sourceDataFieldId: fields[column('visits')],
        }),
      },
      {
        params: inTeam,
        body: cardOf(people, world.visible[0], {
          cardType: 'table',
          sourceDataFieldId: fields[column('friends')],
          fieldsShownAsColumns: [{ dataFieldId: fields.name }],
        }),
      },
      {
        params: inTeam,
        body: cardOf(people, world.visible[0], {
          cardType: 'table',
          sourceDataFieldId: world.vaultPerson,
          isReverse: true,
        }),
      },
      {
        params: inTeam,
        body: cardOf(people, world.hiddenRecords[0], { fieldsShown: [{ dataFieldId: fields.name }] }),
      },
    ],
    'cards.link': [
      {
        params: { teamId, dataCardId: cards.friends },
        body: { dataRecordId: world.visible[0], add: [world.visible[1]] },
      },
    ],
    'cards.linkedRecords': cards.ids.map((dataCardId) => ({
      params: { teamId, dataCardId },
      body: { dataRecordId: world.visible[0], limit: 200 },
    })),
    'membership.explain': [staff, smart, people].flatMap((dataCollectionId) =>
      [world.visible[0], world.hiddenRecords[0]].map((dataRecordId) => ({
        params: { teamId, dataRecordId },
        body: { dataCollectionId },
      })),
    ),
    'blueprints.create': [
      {
        params: { teamId, sourceTeamId: teamId, dataCollectionId: people },
        body: {
          name: newName,
          pluralName: newName,
          dataFieldIds: Object.entries(fields)
            .filter(([name]) => name !== column('gone'))
            .map(([, id]) => id),
        },
      },
    ],
    'collections.reorderFields': [{ params: inPeople, body: { dataFieldIds: Object.values(fields) } }],
    'collections.createField': purposeMade.map((params) => ({
      params,
      body: {
        title: newName,
        dataType: 'single_data_record',
        settings: { dataCollectionId: people },
      },
    })),
    'views.calendar': [
      { params: inPeople, body: { start: column('day'), from: '2031-01-01', to: '2031-12-31' } },
      {
        params: inPeople,
        body: {
          start: column('day'),
          name: column('notes'),
          color: column('party'),
          from: '2031-01-01',
          to: '2031-12-31',
        },
      },
      {
        params: inPeople,
        body: { start: column('day'), search: guess('row'), from: '2031-01-01', to: '2031-12-31' },
      },
    ],
    'views.map': [
      { params: inPeople, body: { location: column('place') } },
      {
        params: inPeople,
        body: { location: column('place'), name: column('notes'), color: column('party') },
      },
    ],
    'views.timeline': [
      {
        params: inPeople,
        body: { start: column('day'), lane: column('party'), name: column('notes'), color: column('party') },
      },
      {
        params: inPeople,
        body: {
          start: column('day'),
          lane: column('party'),
          name: column('notes'),
          from: '2031-01-01',
          through: '2031-12-31',
          unit: 'month',
        },
      },
      {
        params: inPeople,
        body: {
          start: column('day'),
          search: guess('row'),
          from: '2031-01-01',
          through: '2031-12-31',
          unit: 'month',
        },
      },
    ],
    'views.dateInfo': [
      {
        params: { teamId, dataViewId: world.views.calendar },
        query: { from: '2031-01-01', to: '2031-12-31' },
      },
    ],
    ...publicCalls(world),
    'bookmarks.setMany': [{ params: inPeople, body: { target: all, isBookmarked: true } }],
    'search.all': [
      hidden('row'),
      hidden('own'),
      hidden('vault'),
      hidden('item'),
      'Public',
      String(leastAmount),
    ].map((q) => ({
      params: inTeam,
      query: { q: q.toUpperCase(), limit: 200 },
    })),
    'events.here': [
      {
        params: { teamId, windowId: 'window-0001' },
        body: { place: { dataCollectionId: people, dataRecordId: world.visible[0], field: null } },
      },
    ],
    'views.create': ['personal', 'shared'].map((sharing) => ({
      params: inTeam,
      body: {
        dataCollectionId: ownCollection,
        type: 'list',
        sharing,
        internalName: newName,
        recordNameDataFieldId: user.dataFieldId,
      },
    })),
    'views.createFeed': [{ params: { teamId, dataViewId: world.views.calendar } }],
    'views.reorder': [
      { params: inTeam, body: { dataCollectionId: vault, dataViewIds: [world.views.vault] } },
    ],
    'cards.createGroup': purposeMade.map(({ dataCollectionId }) => ({
      params: inTeam,
      body: { dataCollectionId, name: newName },
    })),
    'cards.reorderGroups': purposeMade.map(({ dataCollectionId }) => ({
      params: inTeam,
      body: { dataCollectionId, dataCardGroupIds: (own.dataCardGroupId ?? []).slice(0, 1) },
    })),
    'collections.create': [{ params: inTeam, body: { name: newName, pluralName: newName } }],
    'files.thumbnail': (own.fileId ?? []).map((fileId) => ({ params: { teamId, fileId } })),
    'integrations.createToken': [
      { params: inTeam, body: { name: newName, scopes: ['read'], expiresInDays: 7 } },
    ],
    // Nothing listens there.
    'webhooks.createWebhook': [0, 1, 2].map(() => ({
      params: inTeam,
      body: {
        url: 'http://127.0.0.1:9/hook',
        kinds: ['record.updated'],
        dataCollectionId: user.dataCollectionId,
        withValues: true,
      },
    })),
    'teams.update': [{ params: inTeam, body: { version: 1, shortName: 'Mine' } }],
    'teams.uploadLogo': [{ params: { teamId, logo: 'squareLogo' }, query: { name: 'mine.png' }, body: png }],
    'users.invite': [{ params: inTeam, body: { firstName: 'Some', lastName: 'Body', email: newEmail } }],
    'users.inviteSeveral': [true, false].map((isCheck) => ({
      params: inTeam,
      body: { isCheck, rows: [{ firstName: 'Some', lastName: 'Body', email: newEmail, roles: [] }] },
    })),
    'users.update': [
      {
        params: { teamId, teamUserId: world.victim },
        body: { firstName: 'Some', lastName: 'Body', isTeamAdmin: false, userRoleIds: [] },
      },
    ],
    'auth.signUp': [{ body: { name: 'Some Body', email: newEmail, password: 'a long password' } }],
    'membership.place': [
      {
        params: { teamId, dataCollectionId: staff },
        body: { dataRecordId: world.visible[0], afterRecordId: null },
      },
      {
        params: { teamId, dataCollectionId: staff },
        body: { dataRecordId: world.visible[0], afterRecordId: world.hiddenRecords[counts.staff - 1] },
      },
    ],
    'files.download': Object.values(world.files).map((fileId) => ({ params: { teamId, fileId } })),
    'files.list': [
      { params: inTeam, query: { limit: 100 } },
      { params: inTeam, query: { search: guess('') } },
    ],
    'operations.recentChanges': [{ params: inTeam, query: { limit: 200 } }],
    'collections.list': [
      { params: inTeam, query: { countObjects: '1' } },
      { params: inTeam, query: { deleted: '1' } },
    ],
    'collections.get': [people, vault, staff, smart].map((dataCollectionId) => ({
      params: { teamId, dataCollectionId },
      query: { countObjects: '1' },
    })),
    'collections.listByTeam': [{ query: { TeamId: teamId, countObjects: '1' } }],
    'collections.previewFieldType': ['amount', 'score', 'notes', 'region'].map((name) => ({
      params: { ...inPeople, dataFieldId: fields[column(name)] },
      body: { dataType: 'plain_text' },
    })),
    'collections.changeFieldType': purposeMade.flatMap((params) =>
      (own.dataFieldId ?? []).map((dataFieldId) => ({
        params: { ...params, dataFieldId },
        body: { dataType: 'formatted_text' },
      })),
    ),
  }
}

const cardOf = (dataCollectionId: number, dataRecordId: number | undefined, settings: object) => ({
  dataCard: { dataCollectionId, title: 'Preview', ...settings },
  dataRecordId,
})

function publicCalls({
  teamId,
  views,
  publicKeys,
  files,
  visible,
  hiddenRecords,
}: HiddenWorld): Record<string, CallArguments[]> {
  const at = (dataViewId: number) => ({ teamId, publicKey: publicKeys.get(dataViewId)! })
  return {
    'views.publicQuery': [
      { params: at(views.publicList), body: { search: guess('own') } },
      { params: at(views.publicList), body: {} },
      { params: at(views.shared), body: {} },
    ],
    'views.publicCalendar': [
      { params: at(views.publicCalendar), body: { from: '2031-01-01', to: '2031-12-31' } },
    ],
    'views.publicMap': [{ params: at(views.publicMap), body: {} }],
    'views.publicTimeline': [
      { params: at(views.publicTimeline), body: {} },
      {
        params: at(views.publicTimeline),
        body: { from: '2031-01-01', through: '2031-12-31', unit: 'month' },
      },
    ],
    'views.publicGet': [views.publicList, views.publicMap, views.publicCalendar, views.shared].map((id) => ({
      params: at(id),
    })),
    'views.publicFile': [files.leaflet, files.own, files.row].map((fileId) => ({
      params: { ...at(views.publicList), fileId },
    })),
    'views.publicThumbnail': [files.leaflet, files.photo].map((fileId) => ({
      params: { ...at(views.publicList), fileId },
    })),
    'views.publicCsv': [{ params: at(views.publicList) }],
    'views.publicJson': [{ params: at(views.publicList) }],
    'views.publicIcs': [{ params: at(views.publicCalendar) }],
    'views.publicRecord': [visible[0], hiddenRecords[0]].map((record) => ({
      params: { ...at(views.publicList), record },
    })),
  }
}
