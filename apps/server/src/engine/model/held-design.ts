/**
 * Parts of a team's design that definitions outside the model use, and that may therefore not be deleted: each feature
 * with such definitions joins by a line in `src/design-holders.ts`.
 */
import type { Transaction } from '../../platform/db.ts'
import type { TeamModel } from './model.ts'

/** What a change takes away. */
export interface LostParts {
  dataCollectionIds: ReadonlySet<number>
  /** Deleted, or of another type from now on. */
  dataFieldIds: ReadonlySet<number>
  dataViewIds: ReadonlySet<number>
}

export interface LosingChange {
  client: Transaction
  before: TeamModel
  after: TeamModel
  lost: LostParts
}

/**
 * Called within a change that takes something away, and only then.
 *
 * @throws AppError in_use if a definition of the feature uses it
 */
export type DesignHolder = (change: LosingChange) => Promise<void>

/** @throws AppError in_use */
export async function checkHeld(
  holders: readonly DesignHolder[],
  change: Omit<LosingChange, 'lost'>,
): Promise<void> {
  const lost = lostParts(change.before, change.after)
  if (Object.values(lost).every(({ size }) => size === 0)) return
  for (const holds of holders) await holds({ ...change, lost })
}

function lostParts(before: TeamModel, after: TeamModel): LostParts {
  return {
    dataCollectionIds: idsOf(before.collections, ({ id, deletedAt }) => {
      return deletedAt === null && after.collections.get(id)?.deletedAt !== null
    }),
    dataFieldIds: idsOf(before.fields, ({ id, deletedAt, dataType }) => {
      const now = after.fields.get(id)
      return deletedAt === null && (now?.deletedAt !== null || now.dataType !== dataType)
    }),
    dataViewIds: idsOf(before.views, ({ id }) => !after.views.has(id)),
  }
}

function idsOf<Part extends { id: number }>(
  parts: ReadonlyMap<number, Part>,
  isLost: (part: Part) => boolean,
): Set<number> {
  return new Set([...parts.values()].filter(isLost).map(({ id }) => id))
}
