/** Links of wizards to collections, external access links, and personal links. */

import type { Body } from '@muster/contract/endpoint'
import { AppError } from '@muster/contract/errors'
import { fieldType } from '@muster/contract/fields/types/index'
import { hasPermission } from '@muster/contract/roles/permissions'
import { personalWizardPath } from '@muster/contract/wizards/public-address'
import type { wizardsApi } from '@muster/contract/wizards/wizards.api'
import type {
  CreateWizardLink,
  ExternalAccessLink,
  SaveAccessLink,
  UpdateWizardLink,
  WizardLink,
} from '@muster/contract/wizards/wizards.schema'
import { accessOf, collectionOf, homeOf, invalid, type TeamModel } from '../../engine/public.ts'
import { audit } from '../../platform/audit.ts'
import type { Transaction } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import type { StoredWizard } from './definitions.repo.ts'
import {
  deleteAccessLink,
  deleteLink,
  findAccessLinks,
  findLinks,
  insertAccessLink,
  insertLink,
  updateAccessLinkRow,
  updateLinkRow,
} from './links.repo.ts'
import { mayRun } from './may-run.ts'
import { signToken } from './public/tokens.ts'
import { homeOfRecord, isReadable } from './runs/options.ts'
import { changeWizard, entryOf, type WizardDeps } from './wizards.service.ts'

const dayMs = 86_400_000

/** Designers see all; others those that they may run, on collections that they may read. */
export async function listLinks(
  { pool, models }: WizardDeps,
  teamUser: TeamUser,
  where: { dataCollectionId?: number | undefined; dataWizardId?: number | undefined },
): Promise<{ items: WizardLink[] }> {
  const { teamId } = teamUser
  const model = await models.get(teamId)
  const { dataCollectionId = null, dataWizardId = null } = where
  const items = await findLinks(pool, teamId, { dataCollectionId, dataWizardId })
  if (hasPermission(teamUser, ['team_admin_data_wizards', 'team_admin_data_collections'])) {
    return { items: items.filter((link) => isLiving(model, link.dataCollectionId)) }
  }
  return {
    items: items.filter(
      (link) =>
        isLiving(model, link.dataCollectionId) &&
        accessOf(model, teamUser, link.dataCollectionId) !== null &&
        mayRun(model, teamUser, link.dataWizardId),
    ),
  }
}

const isLiving = ({ collections }: TeamModel, id: number): boolean => collections.get(id)?.deletedAt === null

/** @throws AppError validation_failed, not_found for the wizard */
export async function createLink(
  deps: WizardDeps,
  { teamId }: TeamUser,
  input: CreateWizardLink,
): Promise<WizardLink> {
  let id = 0
  await changeWizard(deps, teamId, input.dataWizardId, async (client, wizard, model) => {
    if (!isLiving(model, input.dataCollectionId)) throw invalid('dataCollectionId', 'unknown_collection')
    id = await insertLink(client, teamId, input)
    await auditLink(client, model, wizard, 'link', null, input)
  })
  return oneLink(deps, teamId, id)
}

async function oneLink({ pool }: WizardDeps, teamId: number, id: number): Promise<WizardLink> {
  const [link] = await findLinks(pool, teamId, { id })
  if (!link) throw new AppError('not_found')
  return link
}

export async function updateLink(
  deps: WizardDeps,
  { teamId }: TeamUser,
  id: number,
  input: UpdateWizardLink,
): Promise<WizardLink> {
  const link = await oneLink(deps, teamId, id)
  const changed = { ...link, ...input } as WizardLink
  await changeWizard(deps, teamId, link.dataWizardId, async (client, wizard, model) => {
    await updateLinkRow(client, teamId, changed)
    await auditLink(client, model, wizard, 'link', link, changed)
  })
  return oneLink(deps, teamId, id)
}

export async function removeLink(
  deps: WizardDeps,
  { teamId }: TeamUser,
  id: number,
): Promise<{ id: number }> {
  const link = await oneLink(deps, teamId, id)
  await changeWizard(deps, teamId, link.dataWizardId, async (client, wizard, model) => {
    await deleteLink(client, teamId, id)
    await auditLink(client, model, wizard, 'link', link, null)
  })
  return { id }
}

export async function listAccessLinks({ pool }: WizardDeps, { teamId }: TeamUser, dataWizardId: number) {
  return { items: await findAccessLinks(pool, teamId, { dataWizardId }) }
}

/** @throws AppError validation_failed, not_found */
export async function createAccessLink(
  deps: WizardDeps,
  { teamId }: TeamUser,
  dataWizardId: number,
  input: SaveAccessLink,
): Promise<ExternalAccessLink> {
  let id = 0
  await changeWizard(deps, teamId, dataWizardId, async (client, wizard, model) => {
    checkAccessLink(model, input)
    id = await insertAccessLink(client, teamId, dataWizardId, input)
    await auditLink(client, model, wizard, 'externalAccessLink', null, { ...input, generation: 1 })
  })
  return oneAccessLink(deps, teamId, id)
}

async function oneAccessLink({ pool }: WizardDeps, teamId: number, id: number): Promise<ExternalAccessLink> {
  const [link] = await findAccessLinks(pool, teamId, { id })
  if (!link) throw new AppError('not_found')
  return link
}

/** @throws AppError validation_failed, not_found */
export async function updateAccessLink(
  deps: WizardDeps,
  { teamId }: TeamUser,
  id: number,
  { revoke = false, ...input }: Body<typeof wizardsApi.updateAccessLink>,
): Promise<ExternalAccessLink> {
  const link = await oneAccessLink(deps, teamId, id)
  await changeWizard(deps, teamId, link.dataWizardId, async (client, wizard, model) => {
    const changed = {
      ...link,
      ...input,
      generation: link.generation + (revoke ? 1 : 0),
    } as ExternalAccessLink
    checkAccessLink(model, changed)
    await updateAccessLinkRow(client, teamId, changed)
    await auditLink(client, model, wizard, 'externalAccessLink', link, changed)
  })
  return oneAccessLink(deps, teamId, id)
}

export async function removeAccessLink(
  deps: WizardDeps,
  { teamId }: TeamUser,
  id: number,
): Promise<{ id: number }> {
  const link = await oneAccessLink(deps, teamId, id)
  await changeWizard(deps, teamId, link.dataWizardId, async (client, wizard, model) => {
    await deleteAccessLink(client, teamId, id)
    await auditLink(client, model, wizard, 'externalAccessLink', link, null)
  })
  return { id }
}

interface AuditedLink {
  dataCollectionId: number
  type?: string
  smsDataFieldId?: number | null
  emailDataFieldId?: number | null
  /** Of an external access link: raised when its personal links are revoked. */
  generation?: number
}

/** With the collection's name, since ids say nothing once it is gone. */
function auditLink(
  client: Transaction,
  model: TeamModel,
  { id, name }: StoredWizard,
  kind: 'link' | 'externalAccessLink',
  before: AuditedLink | null,
  after: AuditedLink | null,
): Promise<void> {
  const values = (link: AuditedLink | null) => {
    if (!link) return {}
    const { dataCollectionId, type, smsDataFieldId, emailDataFieldId, generation } = link
    const titleOf = (fieldId?: number | null) => (fieldId ? model.fields.get(fieldId)?.title : undefined)
    const collection = model.collections.get(dataCollectionId)?.name
    const parts = {
      collection,
      type,
      sms: titleOf(smsDataFieldId),
      email: titleOf(emailDataFieldId),
      generation,
    }
    return { [kind]: Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) }
  }
  return audit(client, entryOf(model.teamId, id, name, 'updated', values(before), values(after)))
}

/** Addresses are read from an email and a phone field of the collection. */
function checkAccessLink(
  model: TeamModel,
  { dataCollectionId, smsDataFieldId, emailDataFieldId }: SaveAccessLink,
): void {
  const collection = model.collections.get(dataCollectionId)
  if (!collection || collection.deletedAt) throw invalid('dataCollectionId', 'unknown_collection')
  const check = (path: string, id: number | null, dataType: string) => {
    if (id === null) return
    const field = collection.fields.find((one) => one.id === id)
    if (!field) throw invalid(path, 'unknown_field')
    if (fieldType(field.dataType).type !== dataType) throw invalid(path, 'invalid')
  }
  check('smsDataFieldId', smsDataFieldId, 'phone_number')
  check('emailDataFieldId', emailDataFieldId, 'email_address')
}

/** @throws AppError not_found for a link of another wizard, or a record that the caller may not see */
export async function createTokenLink(
  { pool, models, config }: WizardDeps,
  teamUser: TeamUser,
  dataWizardId: number,
  { externalAccessLinkId, dataRecordId, validForDays }: Body<typeof wizardsApi.createTokenLink>,
): Promise<{ url: string }> {
  const { teamId } = teamUser
  const model = await models.get(teamId)
  const [link] = await findAccessLinks(pool, teamId, { id: externalAccessLinkId })
  if (link?.dataWizardId !== dataWizardId) throw invalid('externalAccessLinkId', 'invalid')
  const home = await homeOfRecord(pool, model, dataRecordId)
  const isOfLink = home !== null && homeOf(model, collectionOf(model, link.dataCollectionId)).id === home
  if (!isOfLink || !(await isReadable(pool, model, teamUser, dataRecordId))) {
    throw invalid('dataRecordId', 'unknown_record')
  }
  const { id: linkId, generation } = link
  const expiresAt = Date.now() + validForDays * dayMs
  const token = signToken(config.secret, { teamId, linkId, generation, dataRecordId, expiresAt })
  return { url: `${config.publicUrl}${personalWizardPath(token)}` }
}
