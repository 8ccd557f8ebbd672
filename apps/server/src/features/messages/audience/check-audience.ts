/** Checks an audience as its editor gives it: only what they may read themselves, of the right types. */
import { AppError, type FieldError } from '@muster/contract/errors'
import type { Audience } from '@muster/contract/messages/audience'
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import { type Caller, homeAccess, type TeamModel } from '../../../engine/public.ts'
import { addressTypes } from './address.ts'
import { resolveAudience } from './sources.ts'

/** @throws AppError validation_failed */
export function checkAudience(
  model: TeamModel,
  caller: Caller,
  method: DeliveryMethod,
  audience: Audience,
): void {
  resolveAudience(model, caller, method, audience)
  const errors = [
    ...audience.addressFieldIds.flatMap((id, n) =>
      isReadable(model, caller, id, addressTypes[method]) ? [] : [unknown(`audience.addressFieldIds.${n}`)],
    ),
    ...audience.languageFieldIds.flatMap((id, n) =>
      isReadable(model, caller, id) ? [] : [unknown(`audience.languageFieldIds.${n}`)],
    ),
  ]
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
}

const unknown = (path: string): FieldError => ({ path, code: 'unknown_field' })

export function isReadable(
  model: TeamModel,
  caller: Caller,
  dataFieldId: number,
  dataType?: string,
): boolean {
  const field = model.fields.get(dataFieldId)
  if (!field || field.deletedAt || (dataType && field.dataType !== dataType)) return false
  try {
    return homeAccess(model, caller, field.dataCollectionId).fields.has(field.columnName)
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
