/** Routes of one collection's administration: its tabs. */
import { createRoute, redirect } from '@tanstack/react-router'
import * as cards from '../../features/cards/routes.tsx'
import * as collections from '../../features/collections/routes.tsx'
import * as fields from '../../features/fields/routes.tsx'
import * as views from '../../features/views/routes.tsx'
import { EmptyRoute } from '../../ui/EmptyRoute.tsx'
import { teamRoute } from './shell.tsx'

export const collectionAccess = ['team_admin_data_collections'] as const

const dataCollection = createRoute({
  getParentRoute: () => teamRoute,
  path: 'admin/data-collections/$dataCollectionId',
  staticData: {
    name: 'root.team.admin.dataCollection',
    access: collectionAccess,
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
  },
  component: collections.CollectionAdmin,
})

const dataCollectionIndex = createRoute({
  getParentRoute: () => dataCollection,
  path: '/',
  staticData: { name: 'root.team.admin.dataCollection.index', access: collectionAccess, section: 'admin' },
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/team-{$teamId}/admin/data-collections/$dataCollectionId/details', params })
  },
})

const details = createRoute({
  getParentRoute: () => dataCollection,
  path: 'details',
  staticData: {
    name: 'root.team.admin.dataCollection.details',
    access: collectionAccess,
    title: 'shell:title.details',
    empty: 'shell:empty.collections',
    glyph: 'table',
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
    isTab: true,
  },
  component: collections.CollectionDetails,
})

const dataFields = createRoute({
  getParentRoute: () => dataCollection,
  path: 'data-fields',
  staticData: {
    name: 'root.team.admin.dataCollection.dataFields',
    access: collectionAccess,
    title: 'shell:title.dataFields',
    empty: 'shell:empty.fields',
    glyph: 'columns',
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
    isTab: true,
  },
  component: fields.CollectionFields,
})

const dataCards = createRoute({
  getParentRoute: () => dataCollection,
  path: 'data-cards',
  staticData: {
    name: 'root.team.admin.dataCollection.dataCards',
    access: collectionAccess,
    title: 'shell:title.dataCards',
    empty: 'shell:empty.dataCards',
    glyph: 'list',
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
    isTab: true,
  },
  component: cards.DataCards,
})

const dataCardGroups = createRoute({
  getParentRoute: () => dataCollection,
  path: 'data-card-groups',
  staticData: {
    name: 'root.team.admin.dataCollection.dataCardGroups',
    access: collectionAccess,
    title: 'shell:title.dataCardGroups',
    empty: 'shell:empty.dataCardGroups',
    glyph: 'list',
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
    isTab: true,
  },
  component: cards.DataCardGroups,
})

const dataViews = createRoute({
  getParentRoute: () => dataCollection,
  path: 'data-views',
  staticData: {
    name: 'root.team.admin.dataCollection.dataViews',
    access: collectionAccess,
    title: 'shell:title.dataViews',
    empty: 'shell:empty.dataViews',
    glyph: 'eye',
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
    isTab: true,
  },
  component: views.DataViews,
})

const collectionWizards = createRoute({
  getParentRoute: () => dataCollection,
  path: 'data-wizards',
  staticData: {
    name: 'root.team.admin.dataCollection.dataWizards',
    access: collectionAccess,
    title: 'shell:nav.dataWizards',
    empty: 'shell:empty.dataWizards',
    glyph: 'wizard',
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
    isTab: true,
  },
  component: EmptyRoute,
})

const websiteWidgets = createRoute({
  getParentRoute: () => dataCollection,
  path: 'website-widgets',
  staticData: {
    name: 'root.team.admin.dataCollection.websiteWidgets',
    access: collectionAccess,
    title: 'shell:title.websiteWidgets',
    empty: 'shell:empty.websiteWidgets',
    glyph: 'external',
    trail: ['team', 'admin', 'adminCollections'],
    section: 'admin',
    isTab: true,
  },
  component: views.WebsiteWidgets,
})

export const adminCollectionRoute = dataCollection.addChildren([
  dataCollectionIndex,
  details,
  dataFields,
  dataCards,
  dataCardGroups,
  dataViews,
  collectionWizards,
  websiteWidgets,
])
