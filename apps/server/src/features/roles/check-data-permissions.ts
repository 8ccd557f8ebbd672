/** Checks the data permissions of a role before they are stored. */
import { isDeepStrictEqual } from 'node:util'
import { AppError, type FieldError, type FieldErrorCode } from '@muster/contract/errors'
import type { DataPermission } from '@muster/contract/roles/permissions'
import type { DataPermissionGrant } from '@muster/contract/roles/roles.api'
import { checkRowRule } from '../../engine/public.design.ts'
import { type CollectionModel, homeOf, type TeamModel } from '../../engine/public.ts'

/** Permissions that a field can have; the others are about whole records. */
const ofFields: readonly DataPermission[] = ['read_data_field_data', 'update_data_field_data']

/**
 * The permissions with normalised row rules, each once.
 *
 * @param wizardIds of the team's wizards
 * @param known what the role has already: kept as it is, also where its collection is in the trash by now
 * @throws AppError validation_failed with an error per bad permission, at `items.<n>.…`
 */
export function checkDataPermissions(
  model: TeamModel,
  wizardIds: ReadonlySet<number>,
  items: readonly DataPermissionGrant[],
  known: readonly DataPermissionGrant[],
): DataPermissionGrant[] {
  const errors: FieldError[] = []
  const checked = items.map((item, n) => {
    if (known.some((other) => isDeepStrictEqual(other, item))) return item
    const result = checkOne(model, wizardIds, item)
    if ('errors' in result) {
      errors.push(...result.errors.map(({ path, code }) => ({ path: `items.${n}.${path}`, code })))
      return item
    }
    return result
  })
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
  return [...new Map(checked.map((item) => [JSON.stringify(item), item])).values()]
}

type Bad = { errors: { path: string; code: FieldErrorCode }[] }
const bad = (path: string, code: FieldErrorCode): Bad => ({ errors: [{ path, code }] })

function checkOne(
  model: TeamModel,
  wizardIds: ReadonlySet<number>,
  item: DataPermissionGrant,
): DataPermissionGrant | Bad {
  const { permission, dataCollectionId, dataFieldId, dataWizardId, rowFilter } = item
  const targets = [dataCollectionId, dataFieldId, dataWizardId].filter((id) => id !== null)
  if (targets.length > 1) return bad('dataFieldId', 'invalid')
  if (permission === 'run_data_wizard') {
    const isOnRecords = dataCollectionId !== null || dataFieldId !== null || rowFilter !== null
    if (isOnRecords) return bad('permission', 'invalid')
    const isKnown = dataWizardId === null || wizardIds.has(dataWizardId)
    return isKnown ? item : bad('dataWizardId', 'unknown_choice')
  }
  if (dataWizardId !== null) return bad('dataWizardId', 'invalid')
  if (dataFieldId !== null && !ofFields.includes(permission)) return bad('permission', 'invalid')
  const field = dataFieldId === null ? undefined : model.fields.get(dataFieldId)
  if (dataFieldId !== null && (!field || field.deletedAt)) return bad('dataFieldId', 'unknown_field')
  const collection = model.collections.get(dataCollectionId ?? field?.dataCollectionId ?? 0)
  if (targets.length > 0 && (!collection || collection.deletedAt))
    return bad('dataCollectionId', 'unknown_collection')
  return rowFilter ? withCheckedRule(model, item, collection) : item
}

function withCheckedRule(
  model: TeamModel,
  item: DataPermissionGrant,
  collection: CollectionModel | undefined,
): DataPermissionGrant | Bad {
  const home = collection ? homeOf(model, collection) : null
  const checked = checkRowRule(model, home, item.rowFilter!)
  if (checked.ok) return { ...item, rowFilter: checked.filter }
  return {
    errors: checked.errors.map(({ path, code }) => ({
      path: path ? `rowFilter.${path}` : 'rowFilter',
      code,
    })),
  }
}
